/** The custody job: purges, and rewraps keys. It runs on the instance that holds its lease. */

import { type BlobStore, BlobStoreError } from "../clients/blobs/blob-store.js";
import type { JobLoop, OutageKind } from "../jobs/job-loop.js";
import { type JobHost, startLeasedJob } from "../jobs/leased-job.js";
import type { Records } from "../records/records.js";
import type { CustodyKeys } from "./custody-keys.js";
import { type PurgeDeps, purgeGarbage, sweepUnknown } from "./purge-round.js";
import { rewrapKeys } from "./rewrap-keys.js";

/** A sweep reads the name of every blob, and finds something only after a disaster. */
const SWEEP_INTERVAL_MS = 6 * 3_600_000;

const OUTAGES: readonly OutageKind[] = [
  { error: BlobStoreError, level: "error", message: "the storage of originals does not answer" },
];

export interface CustodyJobOptions extends JobHost {
  readonly store: Pick<Records, "custody" | "proofs" | "leases">;
  readonly log: NonNullable<PurgeDeps["log"]>;
  readonly blobs: BlobStore;
  readonly keys: CustodyKeys;
  /** Counts the downloads that could not be counted. */
  readonly settleDownloads: (signal: AbortSignal) => Promise<void>;
  /** Lifetime of an upload. */
  readonly uploadMs: number;
  /** Time between two rounds. */
  readonly intervalMs: number;
}

export function startCustodyJob(options: CustodyJobOptions): JobLoop {
  const { store, blobs, keys, log, uploadMs, intervalMs } = options;
  const purge = { store: store.custody, blobs, log };
  let sweptAtMs = Number.NEGATIVE_INFINITY;
  let isRewrapped = false;
  return startLeasedJob(options, {
    name: "custody",
    intervalMs,
    outages: OUTAGES,
    run: async (_lease, signal) => {
      await purgeGarbage(purge, signal);
      await options.settleDownloads(signal);
      if (!isRewrapped) {
        const { rewrapped, unreadable } = await rewrapKeys(store, keys, signal);
        if (rewrapped > 0) log.info({ originals: rewrapped }, "keys rewrapped under the current key");
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
