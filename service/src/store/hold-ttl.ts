/**
 * A hold that ends more than this many times its duration from now was made before the clock was set back: it is over. It
 * is above 1 for instances with other settings and for servers whose clocks differ a little.
 */
export const MAX_TTL_FACTOR = 2;
