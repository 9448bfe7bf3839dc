/** `Retry-After` in both of its forms: RFC 9110, section 10.2.3. */

/** Ten years: what is beyond it is no answer to wait for. */
const MAX_SECONDS = 315_360_000;

/**
 * The seconds that an answer asks to wait, rounded up; null if it does not ask, or in no form that the RFC has.
 *
 * @param text the header's value.
 */
export function retryAfterSeconds(text: string | null, now: Date = new Date()): number | null {
  if (text === null) return null;
  const value = text.trim();
  if (/^[0-9]{1,9}$/.test(value)) return Math.min(Number(value), MAX_SECONDS);
  // The three forms of a date all begin with the day's name. `Date.parse` takes far more than these.
  if (value.length > 40 || !/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value)) return null;
  // The oldest of them, asctime's, does not name its zone.
  const at = Date.parse(value.endsWith("GMT") ? value : `${value} GMT`);
  if (Number.isNaN(at)) return null;
  return Math.min(Math.max(0, Math.ceil((at - now.getTime()) / 1000)), MAX_SECONDS);
}
