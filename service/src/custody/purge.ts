/** The job `custody`. */
import { type BlobStore, BlobStoreError } from "../clients/blobs.js";
import { type JobHost, type JobLoop, type OutageKind, startLeasedJob } from "../jobs/job.js";
import type { JobLog } from "../log.js";
import type { CustodyStore, Records } from "../records/records.js";
import type { ObjectName } from "../records/types.js";
import { blobName, type CustodyKeys, parseBlobName, rewrapKeys } from "./storage.js";

// One round of cleaning up: ends expired uploads, deletes garbage, and from time to time deletes blobs that nothing
// refers to. Each step may stop anywhere and be repeated, because a blob's record is removed only after the blob.

/** Items of one step. The lease is checked between steps. */
const AT_ONCE = 100;

/** An unreferenced blob is garbage after this many upload lifetimes: an upload is recorded before its blob. */
const UNKNOWN_AFTER_LIVES = 4;

export interface PurgeDeps {
  readonly store: CustodyStore;
  readonly blobs: BlobStore;
  readonly log?: JobLog;
}

export interface Purged {
  readonly expiredUploads: number;
  readonly blobs: number;
}

/**
 * Ends the uploads that have expired at a time. @returns how many.
 *
 * @param at after every time: all of them.
 */
export async function expireUploads(
  { store, log }: Omit<PurgeDeps, "blobs">,
  at: Date,
  signal: AbortSignal,
): Promise<number> {
  for (let all = 0; ; ) {
    signal.throwIfAborted();
    const expired = await store.expireUploads(at, AT_ONCE);
    all += expired;
    if (expired > 0) log?.warn({ uploads: expired }, "abandoned uploads removed");
    if (expired < AT_ONCE) return all;
  }
}

/** Ends expired uploads and deletes garbage. */
export async function purgeGarbage(deps: PurgeDeps, signal: AbortSignal): Promise<Purged> {
  const { store, blobs, log } = deps;
  const expiredUploads = await expireUploads(deps, await store.now(), signal);
  let deleted = 0;
  for (;;) {
    const garbage = await store.garbage(AT_ONCE);
    for (const object of garbage) {
      signal.throwIfAborted();
      await blobs.delete(blobName(object));
    }
    await store.forgetGarbage(garbage);
    deleted += garbage.length;
    if (garbage.length < AT_ONCE) break;
  }
  if (deleted > 0) log?.info({ blobs: deleted }, "blobs deleted");
  return { expiredUploads, blobs: deleted };
}

/**
 * Deletes blobs that nothing refers to. A process that was paused beyond its upload's lifetime may have written them.
 *
 * @param uploadMs lifetime of an upload.
 * @returns how many.
 */
export async function sweepUnknown(
  { store, blobs, log }: PurgeDeps,
  uploadMs: number,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for await (const objects of unknownBlobs({ store, blobs }, uploadMs)) {
    for (const object of objects) {
      signal.throwIfAborted();
      await blobs.delete(blobName(object));
      deleted++;
    }
  }
  if (deleted > 0) log?.warn({ blobs: deleted }, "unreferenced blobs deleted");
  return deleted;
}

/** How many blobs `sweepUnknown` would delete. */
export async function countUnknown(deps: PurgeDeps, uploadMs: number): Promise<number> {
  let count = 0;
  for await (const objects of unknownBlobs(deps, uploadMs)) count += objects.length;
  return count;
}

async function* unknownBlobs(
  { store, blobs }: PurgeDeps,
  uploadMs: number,
): AsyncGenerator<readonly ObjectName[]> {
  let batch: ObjectName[] = [];
  for await (const name of blobs.list(new Date(Date.now() - UNKNOWN_AFTER_LIVES * uploadMs))) {
    // Files that custody did not write must not be deleted.
    const object = parseBlobName(name);
    if (object === null) continue;
    batch.push(object);
    if (batch.length < AT_ONCE) continue;
    yield await store.unknown(batch);
    batch = [];
  }
  yield await store.unknown(batch);
}

// The custody job: purges, and rewraps keys. It runs on the instance that holds its lease.

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
