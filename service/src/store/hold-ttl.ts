/**
 * A hold that ends later than so many times its time from now was made before the clock was set back: it is over. More
 * than one, for instances with other settings and for servers whose clocks are a little apart.
 */
export const MAX_TTL_FACTOR = 2;
