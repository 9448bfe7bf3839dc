/** The job of custody: clears away, and rewraps keys. It runs in the one instance that holds its lease. */
import { JobLease } from "../anchoring/job-lease.js";
import { JobLoop, type JobLoopOptions } from "../anchoring/job-loop.js";
import type { Store } from "../store/store.js";
import type { CustodyKeys } from "./custody-keys.js";
import { type PurgeDeps, purgeGarbage, sweepUnknown } from "./purge-round.js";
import { rewrapKeys } from "./rewrap-keys.js";

export const CUSTODY_JOB = "custody";

/** Looking at every blob costs time, and finds something after a disaster only. */
const SWEEP_INTERVAL_MS = 6 * 3_600_000;

export interface CustodyJobOptions extends Omit<PurgeDeps, "store"> {
  readonly store: Pick<Store, "custody" | "proofs" | "leases">;
  readonly keys: CustodyKeys;
  /** This process among those that share the store. */
  readonly holder: string;
  readonly leaseMs: number;
  /** Life of an upload. */
  readonly uploadMs: number;
  /** Between two rounds. */
  readonly intervalMs: number;
  /** Told of the end of every run. */
  readonly onRun?: NonNullable<JobLoopOptions["onRun"]>;
}

/** Starts the job. */
export function startCustodyJob(options: CustodyJobOptions): JobLoop {
  const { store, blobs, keys, log, holder, leaseMs, uploadMs, intervalMs, onRun } = options;
  const purge = { store: store.custody, blobs, log };
  let sweptAtMs = Number.NEGATIVE_INFINITY;
  let isRewrapped = false;
  return new JobLoop({
    name: CUSTODY_JOB,
    intervalMs,
    log,
    lease: new JobLease({ leases: store.leases, name: CUSTODY_JOB, holder, leaseMs }),
    ...(onRun === undefined ? {} : { onRun }),
    run: async (_lease, signal) => {
      await purgeGarbage(purge, signal);
      if (!isRewrapped) {
        const { rewrapped, unreadable } = await rewrapKeys(store, keys, signal);
        if (rewrapped > 0) log.info({ originals: rewrapped }, "keys were wrapped anew under the current key");
        if (unreadable > 0) {
          log.error(
            { originals: unreadable },
            "SVC_CUSTODY_KEY lacks a former key: originals cannot be read",
          );
        }
        isRewrapped = true;
      }
      if (performance.now() - sweptAtMs < SWEEP_INTERVAL_MS) return;
      await sweepUnknown(purge, uploadMs, signal);
      sweptAtMs = performance.now();
    },
  });
}
