/** The last millisecond of the year 9999: past it a date has no ISO 8601 form of four digits. */
const MAX_TIME_MS = 253_402_300_799_999;

/**
 * The latest true time at which a source can have said what it says: what is known of the content holds from then on.
 *
 * @param stated ISO 8601, UTC.
 * @param accuracySeconds by the source's own rules; null where they set no bound, and nothing can be added.
 * @returns ISO 8601, UTC, to the millisecond.
 */
export function latestTime(stated: string, accuracySeconds: number | null): string {
  const latestMs = Date.parse(stated) + Math.ceil((accuracySeconds ?? 0) * 1000);
  return new Date(Math.min(latestMs, MAX_TIME_MS)).toISOString();
}
