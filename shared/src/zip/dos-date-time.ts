/** Two seconds are the finest step of it, 1980 is its first year and 2107 its last. */
const MIN_MS = Date.UTC(1980, 0, 1);
const MAX_MS = Date.UTC(2107, 11, 31, 23, 59, 58);

/** Time and date as DOS has them, 32 bits, in UTC: the format knows no time zone. APPNOTE.TXT section 4.4.6. */
export function dosDateTime(date: Date): number {
  const moment = new Date(Math.min(Math.max(date.getTime(), MIN_MS), MAX_MS));
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >>> 1);
  const day =
    ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate();
  return ((day << 16) | time) >>> 0;
}
