/** Days of quotas, which begin at 00:00 UTC. POSIX time has no leap seconds. */

const DAY_MS = 86_400_000;

/** Whole seconds until the next day begins, rounded up: from 1 to 86400. */
export function secondsToNextUtcDay(now: Date): number {
  return Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
}

/** Days since 1970-01-01. */
export function utcDay(moment: Date): number {
  return Math.floor(moment.getTime() / DAY_MS);
}
