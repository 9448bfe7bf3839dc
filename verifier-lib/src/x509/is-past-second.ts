/**
 * Whether a moment is after a bound with a resolution of one second, such as notAfter or nextUpdate. The
 * bound includes its whole second (RFC 5280, section 4.1.2.5: "inclusive"): 12:00:00.999 is not past
 * 12:00:00.
 */
export function isPastSecond(moment: Date, bound: Date): boolean {
  return Math.floor(moment.getTime() / 1000) > Math.floor(bound.getTime() / 1000);
}
