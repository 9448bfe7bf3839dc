/**
 * Whether a moment lies behind a bound that is stated to the second, such as notAfter or nextUpdate. The bound is its
 * whole second (RFC 5280, section 4.1.2.5: "inclusive"): 12:00:00.999 is not past 12:00:00.
 */
export function isPastSecond(moment: Date, bound: Date): boolean {
  return Math.floor(moment.getTime() / 1000) > Math.floor(bound.getTime() / 1000);
}
