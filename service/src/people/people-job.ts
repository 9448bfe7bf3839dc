import type { JobLoop } from "../jobs/job-loop.js";
import { type JobHost, startLeasedJob } from "../jobs/leased-job.js";
import type { PeopleStore } from "../records/records.js";

const INTERVAL_MS = 10 * 60_000;

/** Deletes tokens and sessions that have expired. The store refuses them already. */
export function startPeopleJob(host: JobHost, people: PeopleStore): JobLoop {
  return startLeasedJob(host, {
    name: "people",
    intervalMs: INTERVAL_MS,
    run: async () => {
      const deleted = await people.purgeExpired(new Date());
      if (deleted > 0) host.log.info({ deleted }, "expired tokens and sessions deleted");
    },
  });
}
