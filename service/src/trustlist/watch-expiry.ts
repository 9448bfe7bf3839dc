/** Warns of trusted lists that answer no longer, or not for long. */
import type { ListFacts } from "@svc-proof/verifier-lib/trust";
import type { JobLog } from "../jobs/job-log.js";
import { OutageLog } from "../jobs/outage-log.js";

/** Lists are issued again some days before they end. */
const SOON_MS = 7 * 86_400_000;

interface Lists {
  readonly lotl: ListFacts;
  readonly lists: readonly ListFacts[];
}

/** @returns a function to be called with the lists in use from time to time. It logs each change once. */
export function watchExpiry(log: JobLog): (lists: Lists, now: Date) => void {
  const outages = new OutageLog(log);
  return ({ lotl, lists }, now) => {
    const ending = [lotl, ...lists].filter(
      ({ nextUpdate }) => nextUpdate !== null && Date.parse(nextUpdate) - now.getTime() < SOON_MS,
    );
    if (ending.length === 0) return outages.worked("trusted lists");
    const named = ending.map(({ territory, nextUpdate }) => `${territory} (${nextUpdate})`).join(", ");
    outages.failed("trusted lists", `trusted lists end within a week, or have ended: ${named}`);
  };
}
