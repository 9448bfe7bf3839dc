/** The last millisecond of the year 9999: past it a date has no ISO 8601 form of four digits. */
const MAX_TIME_MS = 253_402_300_799_999;

/**
 * The stated time plus the accuracy: the latest true time at which the source can have made its statement.
 *
 * @param stated ISO 8601, UTC.
 * @param accuracySeconds by the rules of the source; null if they set no bound.
 * @returns ISO 8601, UTC, to the millisecond.
 */
export function latestTime(stated: string, accuracySeconds: number | null): string {
  const latestMs = Date.parse(stated) + Math.ceil((accuracySeconds ?? 0) * 1000);
  return new Date(Math.min(latestMs, MAX_TIME_MS)).toISOString();
}
