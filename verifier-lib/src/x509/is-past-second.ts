/**
 * Whether a moment is after a bound with a resolution of one second, such as notAfter or nextUpdate. The
 * bound includes its whole second (RFC 5280, section 4.1.2.5: "inclusive"): 12:00:00.999 is not past
 * 12:00:00.
 */
export function isPastSecond(moment: Date, bound: Date): boolean {
  return Math.floor(moment.getTime() / 1000) > Math.floor(bound.getTime() / 1000);
}

/** How far clocks may differ: a list that was made this minute is not of the future. */
const MAX_AHEAD_MS = 300_000;

/** Whether a list or response was made after the moment of the verification, if that is known. */
export function isOfFuture(madeAt: Date, now: Date | undefined): boolean {
  return now !== undefined && madeAt.getTime() > now.getTime() + MAX_AHEAD_MS;
}
