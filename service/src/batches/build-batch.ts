/**
 * Builds a batch from the queue: docs/design/anchoring.md.
 *
 * A crash at any point leaves either the whole batch, or the unchanged queue with invisible tiles that the next run
 * replaces.
 */
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { leafHash } from "@svc-proof/shared/text";
import type { BatchStore } from "../records/records.js";
import type { Lease } from "../records/types.js";
import { TileWriter } from "./tile-writer.js";

/**
 * Proofs read and hashed between two turns of the event loop: 4 tiles, so that requests hardly notice. With 4,096 the
 * slowest hundredth of registrations took four times as long while a batch was built on SQLite, with 1,024 a quarter
 * longer (64 writers, measured). Also the rows of one read.
 */
const SLICE_LEAVES = 1_024;
/** Leaves whose tiles one change writes: 16 tiles, 128 KiB. */
const WRITTEN_LEAVES = 4 * SLICE_LEAVES;

export interface BuildOptions {
  /** The lease of the batch job. */
  readonly lease: Lease;
  /** Time that the oldest proof may wait in the queue. */
  readonly batchIntervalMs: number;
  /** A queue of this length becomes a batch at once; at most 2^20. */
  readonly batchMaxLeaves: number;
  /** Chains on which the batch will be anchored. */
  readonly chainIds: readonly number[];
  readonly signal?: AbortSignal;
}

/** A batch that was just built. */
export interface BuiltBatch {
  readonly id: string;
  readonly number: number;
  readonly root: string;
  readonly leafCount: number;
}

/**
 * Builds a batch of the oldest queued proofs if one is due.
 *
 * @returns the batch, or null when none was due or another instance built it first.
 * @throws LeaseLostError when another instance took over; calling again under a new lease is safe.
 * @throws StoreUnavailableError when the store does not answer; calling again is safe.
 */
export async function buildBatch(batches: BatchStore, options: BuildOptions): Promise<BuiltBatch | null> {
  const slice = await batches.peekQueue(options.lease, options.batchMaxLeaves);
  if (slice === null) return null;
  const waitedMs = Date.now() - slice.oldestReceivedAt.getTime();
  // Clocks of instances differ by some seconds. A proof from farther in the future means that this clock was set back,
  // so it is unknown how long the proof has waited.
  const isLong = waitedMs >= options.batchIntervalMs || waitedMs < -options.batchIntervalMs;
  if (!isLong && slice.count < options.batchMaxLeaves) return null;

  const writer = new TileWriter();
  while (writer.leafCount < slice.count) {
    options.signal?.throwIfAborted();
    const proofs = await batches.readQueue(slice, writer.leafCount, SLICE_LEAVES);
    if (proofs.length === 0) return null;
    for (const { proofId, hash } of proofs) writer.append(leafHash(proofId, hash));
    if (writer.leafCount % WRITTEN_LEAVES === 0) await writeTiles(batches, slice, writer);
    await nextTurn();
  }
  const root = writer.end();
  await writeTiles(batches, slice, writer);

  const batch = { id: randomUUID(), root, leafCount: writer.leafCount };
  const committed = await batches.commit(slice, {
    ...batch,
    createdAt: new Date(),
    chainIds: options.chainIds,
  });
  return committed ? { ...batch, number: slice.batchNumber } : null;
}

async function writeTiles(
  batches: BatchStore,
  slice: Parameters<BatchStore["writeTiles"]>[0],
  writer: TileWriter,
): Promise<void> {
  const tiles = writer.takeTiles();
  if (tiles.length > 0) await batches.writeTiles(slice, tiles);
}
