/** The job that takes batches to Bitcoin. It runs in the one instance that holds its lease; the others stand by. */
import { JobLease } from "../anchoring/job-lease.js";
import type { JobLog } from "../anchoring/job-log.js";
import { JobLoop, type JobLoopOptions } from "../anchoring/job-loop.js";
import { OutageLog } from "../operations/outage-log.js";
import type { Store } from "../store/store.js";
import { type AttestRoundOptions, runAttestRound } from "./attest-round.js";

const NAME = "attest";

export interface AttestJobOptions extends AttestRoundOptions {
  readonly store: Pick<Store, "attestations" | "leases">;
  readonly log: JobLog;
  /** This process among those that share the store. */
  readonly holder: string;
  readonly leaseMs: number;
  /** Between two looks at what is due: what came up meanwhile is submitted together. */
  readonly intervalMs: number;
  /** Told of the end of every run. */
  readonly onRun?: NonNullable<JobLoopOptions["onRun"]>;
}

/** Starts the job. */
export function startAttestJob(options: AttestJobOptions): JobLoop {
  const { store, log, holder, leaseMs, intervalMs, onRun } = options;
  const outages = new OutageLog(log);
  return new JobLoop({
    name: NAME,
    intervalMs,
    log,
    lease: new JobLease({ leases: store.leases, name: NAME, holder, leaseMs }),
    ...(onRun === undefined ? {} : { onRun }),
    run: async (lease, signal) => {
      while (await runAttestRound(store.attestations, lease, log, outages, options, signal)) {
        signal.throwIfAborted();
      }
    },
  });
}
