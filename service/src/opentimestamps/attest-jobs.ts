/**
 * The jobs that submit batches and stamps to Bitcoin and collect the headers that prove it. Each runs in the one instance that holds
 * its lease; the others stand by.
 */
import { SourceError } from "@svc-proof/verifier-lib/source";
import type { OutageKind } from "../jobs/job-loop.js";
import { type JobHost, type Jobs, startLeasedJob } from "../jobs/leased-job.js";
import { OutageLog } from "../jobs/outage-log.js";
import type { Records } from "../records/records.js";
import { type AttestRoundOptions, MAX_POLL_FACTOR, runAttestRound } from "./attest-round.js";
import { HeaderCollector } from "./collect-headers.js";
import { TooFewCalendarsError } from "./submit-roots.js";

const OUTAGES: readonly OutageKind[] = [
  { error: SourceError, level: "warn", message: "the Bitcoin sources returned no usable answer" },
  {
    error: TooFewCalendarsError,
    level: "error",
    message: "too few calendars accept digests; nothing is submitted to Bitcoin until more do",
  },
];

export interface AttestJobsOptions extends JobHost, AttestRoundOptions {
  readonly store: Pick<Records, "attestations" | "stamps" | "seals" | "blockHeaders" | "leases">;
  /** Time between two rounds: digests that arrive in between are submitted together. */
  readonly intervalMs: number;
  /** Receives the number of failing calendars and sources, as seen by this instance, whenever it changes. */
  readonly onOutages?: (count: number) => void;
}

/** Starts the jobs. */
export function startAttestJobs(options: AttestJobsOptions): Jobs {
  const { store, log, intervalMs, bitcoin, pollMs, onOutages } = options;
  const outages = new OutageLog(log, onOutages);
  const collector = new HeaderCollector(store, bitcoin, log, outages);
  const collecting = startLeasedJob(options, {
    name: "headers",
    // About six blocks appear meanwhile, which take one request.
    intervalMs: pollMs * MAX_POLL_FACTOR,
    outages: OUTAGES,
    run: (lease, signal) => collector.collect(lease, signal),
  });
  const round = { ...options, onConfirmed: () => collecting.wake() };
  const submitting = startLeasedJob(options, {
    name: "attest",
    intervalMs,
    outages: OUTAGES,
    run: async (lease, signal) => {
      while (await runAttestRound(store, lease, log, outages, round, signal)) {
        signal.throwIfAborted();
      }
    },
  });
  return {
    stop: async () => {
      await Promise.all([submitting.stop(), collecting.stop()]);
    },
  };
}
