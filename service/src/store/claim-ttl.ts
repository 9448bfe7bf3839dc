/**
 * A claim that ends later than this multiple of its lifetime from now predates a clock set back: it has expired. More
 * than one, for instances with other settings and for servers whose clocks are a little apart.
 */
export const MAX_TTL_FACTOR = 2;
