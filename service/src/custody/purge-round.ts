/**
 * One round of clearing away: ends uploads that died, deletes blobs that are garbage, and now and then looks for blobs
 * that nothing refers to. Each step may be repeated and may stop anywhere: a blob is forgotten after it is gone.
 */

import type { BlobStore } from "../clients/blobs/blob-store.js";
import type { JobLog } from "../jobs/job-log.js";
import type { CustodyStore, ObjectName } from "../store/custody-store.js";
import { blobName, parseBlobName } from "./blob-name.js";

/** Of one step, so that the lease is looked at in between. */
const AT_ONCE = 100;

/** An unreferenced blob is garbage after this many upload lifetimes: an upload is recorded before its blob. */
const UNKNOWN_AFTER_LIVES = 4;

export interface PurgeDeps {
  readonly store: CustodyStore;
  readonly blobs: BlobStore;
  readonly log: JobLog;
}

/** Ends expired uploads and deletes garbage. */
export async function purgeGarbage({ store, blobs, log }: PurgeDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const expired = await store.expireUploads(new Date(), AT_ONCE);
    if (expired > 0) log.warn({ uploads: expired }, "abandoned uploads removed");
    if (expired < AT_ONCE) break;
  }
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
  if (deleted > 0) log.info({ blobs: deleted }, "blobs deleted");
}

/**
 * Deletes blobs that nothing refers to: what a process wrote that was paused for longer than its upload lived.
 *
 * @param uploadMs life of an upload.
 */
export async function sweepUnknown(
  { store, blobs, log }: PurgeDeps,
  uploadMs: number,
  signal: AbortSignal,
): Promise<void> {
  let deleted = 0;
  const sweep = async (objects: readonly ObjectName[]) => {
    for (const object of await store.unknown(objects)) {
      signal.throwIfAborted();
      await blobs.delete(blobName(object));
      deleted++;
    }
  };
  let batch: ObjectName[] = [];
  for await (const name of blobs.list(new Date(Date.now() - UNKNOWN_AFTER_LIVES * uploadMs))) {
    // What is not ours is not ours to delete.
    const object = parseBlobName(name);
    if (object === null) continue;
    batch.push(object);
    if (batch.length < AT_ONCE) continue;
    await sweep(batch);
    batch = [];
  }
  await sweep(batch);
  if (deleted > 0) log.warn({ blobs: deleted }, "unreferenced blobs deleted");
}
