/**
 * A hold that ends later than this many times its duration from now was made before the clock was set back, so it
 * counts as over. The factor exceeds 1 because instances may have other settings, and clocks of servers differ a
 * little.
 */
export const MAX_TTL_FACTOR = 2;
