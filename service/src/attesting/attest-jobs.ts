/**
 * The jobs that take batches to Bitcoin and collect the headers that prove it. Each runs in the one instance that holds
 * its lease; the others stand by.
 */
import { JobLease } from "../anchoring/job-lease.js";
import type { JobLog } from "../anchoring/job-log.js";
import { JobLoop, type JobLoopOptions } from "../anchoring/job-loop.js";
import type { Jobs } from "../anchoring/jobs.js";
import type { Lease, Store } from "../store/store.js";
import { type AttestRoundOptions, MAX_POLL_FACTOR, runAttestRound } from "./attest-round.js";
import { HeaderCollector } from "./collect-headers.js";
import { OutageLog } from "./outage-log.js";

/** Names of the jobs and of their leases. */
export const ATTEST_JOB_NAMES: readonly ["attest", "headers"] = ["attest", "headers"];

export interface AttestJobsOptions extends AttestRoundOptions {
  readonly store: Pick<Store, "attestations" | "blockHeaders" | "leases">;
  readonly log: JobLog;
  /** This process among those that share the store. */
  readonly holder: string;
  readonly leaseMs: number;
  /** Between two looks at what is due: what came up meanwhile is submitted together. */
  readonly intervalMs: number;
  /** Told of the end of every run. */
  readonly onRun?: NonNullable<JobLoopOptions["onRun"]>;
  /** Told how many calendars and sources fail, as this instance sees it, whenever that changes. */
  readonly onOutages?: (count: number) => void;
}

/** Starts the jobs. */
export function startAttestJobs(options: AttestJobsOptions): Jobs {
  const { store, log, holder, leaseMs, intervalMs, bitcoin, pollMs, onRun, onOutages } = options;
  const outages = new OutageLog(log, onOutages);
  const collector = new HeaderCollector(store, bitcoin, log, outages);
  const loop = (
    name: (typeof ATTEST_JOB_NAMES)[number],
    everyMs: number,
    run: (lease: Lease, signal: AbortSignal) => Promise<void>,
  ) =>
    new JobLoop({
      name,
      intervalMs: everyMs,
      log,
      lease: new JobLease({ leases: store.leases, name, holder, leaseMs }),
      ...(onRun === undefined ? {} : { onRun }),
      run,
    });
  // Some six blocks come up meanwhile: one question.
  const collecting = loop("headers", pollMs * MAX_POLL_FACTOR, (lease, signal) =>
    collector.collect(lease, signal),
  );
  const round = { ...options, onConfirmed: () => collecting.wake() };
  const attesting = loop("attest", intervalMs, async (lease, signal) => {
    while (await runAttestRound(store.attestations, lease, log, outages, round, signal)) {
      signal.throwIfAborted();
    }
  });
  return {
    stop: async () => {
      await Promise.all([attesting.stop(), collecting.stop()]);
    },
  };
}
