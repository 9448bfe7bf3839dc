/** The job that fetches revocation data of issued seals. It runs in the one instance that holds its lease; the others stand by. */
import { RoundLog } from "../jobs/job-log.js";
import { type JobHost, type Jobs, startLeasedJob } from "../jobs/leased-job.js";
import { OutageLog } from "../jobs/outage-log.js";
import type { Records } from "../records/records.js";
import { fetchRevocationRound, type RevocationRoundOptions } from "./fetch-revocation-round.js";
import { requestRevocation } from "./request-revocation.js";

export interface RevocationJobOptions
  extends JobHost,
    Pick<RevocationRoundOptions, "source" | "issuers" | "onFetched"> {
  readonly store: Pick<Records, "seals" | "revocation" | "leases">;
  readonly intervalMs: number;
}

export function startRevocationJob(options: RevocationJobOptions): Jobs {
  const { store, source, issuers, intervalMs, onFetched } = options;
  const log = new RoundLog(options.log);
  const outages = new OutageLog(options.log);
  return startLeasedJob(options, {
    name: "revocation",
    intervalMs,
    run: async (_, signal) => {
      await requestRevocation(store, log, signal);
      await fetchRevocationRound({
        store,
        source,
        issuers,
        log,
        outages,
        signal,
        ...(onFetched === undefined ? {} : { onFetched }),
      });
    },
  });
}
