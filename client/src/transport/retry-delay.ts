/** How long to wait before a retry. */

const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/**
 * Milliseconds before a retry. With `Retry-After` never less than that, and a little more, so that clients that were refused
 * together do not come back together. Without it twice as long each time, of which a random half to whole is taken.
 *
 * @param tries how many have failed, at least 1.
 */
export function retryDelayMs(
  tries: number,
  retryAfterSeconds: number | null,
  random: () => number = Math.random,
): number {
  if (retryAfterSeconds !== null) {
    const asked = retryAfterSeconds * 1000;
    return Math.ceil(asked + random() * Math.min(1_000, 100 + asked / 10));
  }
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries - 1, 16));
  return Math.ceil(whole / 2 + (random() * whole) / 2);
}
