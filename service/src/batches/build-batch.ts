/** Closes a batch: its Merkle tree is built from the queue, kept as tiles, and read as audit paths. */

import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { type AuditPathItem, MAX_LEAVES, NODE_BYTES, parentsOf } from "@svc-proof/shared/merkle";
import { leafHash } from "@svc-proof/shared/text";
import { LRUCache } from "lru-cache";
import type { BatchStore } from "../records/records.js";
import type { BatchRecord, Lease, Tile } from "../records/types.js";

// Tiles of a batch's Merkle tree, modelled on C2SP tlog-tiles: docs/design/anchoring.md.
//
// Of all levels only 0, 8 and 16 are kept, cut into tiles of 256 values. A tile of 8 KiB is enough to compute the
// seven levels above its own, so that the tree is stored in little more than its leaves and any audit path is
// read in at most three tiles.

/** Values of a full tile: 2^8, so that one tile spans eight levels. */
export const TILE_VALUES = 256;

/** How many values the levels of a batch's tiles hold: leaves first, then each stored level above. */
export function tileLevelCounts(leafCount: number): readonly number[] {
  const counts = [leafCount];
  // A level of one value is the root, which the batch itself states.
  for (let count = Math.ceil(leafCount / TILE_VALUES); count > 1; count = Math.ceil(count / TILE_VALUES)) {
    counts.push(count);
  }
  return counts;
}

/**
 * The value, eight levels above, of the node that spans a tile.
 *
 * A tile that is not full is the last of its level: its odd values are promoted, as in the whole tree, because a
 * tile starts at a multiple of 256 and so pairs inside it are pairs of the tree.
 *
 * @param values 1 to 256 values of 32 bytes, not changed.
 * @returns 32 bytes.
 */
export function foldTile(values: Uint8Array): Uint8Array {
  let level = values;
  while (level.length > NODE_BYTES) level = parentsOf(level);
  return level;
}

/**
 * Turns a stream of leaves into tiles and a root, holding no more than one unfinished tile of each level.
 */
const TILE_BYTES = TILE_VALUES * NODE_BYTES;

/** One level under construction. */
interface Level {
  /** The tile that is being filled. */
  values: Uint8Array;
  filledBytes: number;
  /** Tiles already finished. */
  finished: number;
}

/** Builds the tiles of one batch from its leaves. */
export class TileWriter {
  readonly #levels: Level[] = [];
  #tiles: Tile[] = [];
  #leafCount = 0;

  get leafCount(): number {
    return this.#leafCount;
  }

  /**
   * Adds the next leaf.
   *
   * @param leaf 32 bytes, copied.
   * @throws RangeError when it is not 32 bytes, or the batch is full.
   */
  append(leaf: Uint8Array): void {
    if (leaf.length !== NODE_BYTES)
      throw new RangeError(`"leaf" expected 32 bytes, got length=${leaf.length}`);
    if (this.#leafCount === MAX_LEAVES) throw new RangeError(`a batch holds at most ${MAX_LEAVES} leaves`);
    this.#leafCount++;
    this.#push(0, leaf);
  }

  /** Tiles that were finished since the last call. */
  takeTiles(): readonly Tile[] {
    const tiles = this.#tiles;
    this.#tiles = [];
    return tiles;
  }

  /**
   * Ends the batch and completes its unfinished tiles.
   *
   * @returns the root, 64 lower-case hexadecimal characters.
   * @throws RangeError when no leaf was added.
   */
  end(): string {
    if (this.#leafCount === 0) throw new RangeError("a batch expected at least one leaf, got none");
    for (let number = 0; ; number++) {
      const { values, filledBytes, finished } = this.#levels[number]!;
      if (number > 0 && finished === 0 && filledBytes === NODE_BYTES)
        return bytesToHex(values, 0, NODE_BYTES);
      if (filledBytes > 0) this.#finish(number);
    }
  }

  #push(number: number, value: Uint8Array): void {
    this.#levels[number] ??= { values: new Uint8Array(TILE_BYTES), filledBytes: 0, finished: 0 };
    const level = this.#levels[number];
    level.values.set(value, level.filledBytes);
    level.filledBytes += NODE_BYTES;
    if (level.filledBytes === TILE_BYTES) this.#finish(number);
  }

  /** Makes a tile of a level's values and adds its root to the stored level above. */
  #finish(number: number): void {
    const level = this.#levels[number]!;
    const values = level.values.subarray(0, level.filledBytes);
    this.#tiles.push({ level: number, index: level.finished, values });
    level.finished++;
    level.values = new Uint8Array(TILE_BYTES);
    level.filledBytes = 0;
    this.#push(number + 1, foldTile(values));
  }
}

// Builds a batch from the queue: docs/design/anchoring.md.
//
// A crash at any point leaves either the whole batch, or the unchanged queue with invisible tiles that the next run
// replaces.

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

// The audit path of a leaf, read from the tiles of its batch: docs/design/anchoring.md.
//
// Not checked here: that the path leads to the batch's root. The caller verifies a proof before it hands it out.

/** Tiles that a process keeps of a store, with the levels above them: 8 MiB. */
const MAX_KNOWN = 512;
/** No tile of a batch ever changes. */
const knownOf = new WeakMap<object, LRUCache<string, readonly Uint8Array[]>>();

/** The stored tiles of a batch do not match its number of leaves: the store is damaged. */
export class TileDamagedError extends Error {
  override readonly name = "TileDamagedError";
}

/**
 * Reads the audit path of a leaf: at most three tiles of 8 KiB, at most 3 x 255 hashes.
 *
 * @throws RangeError when the batch has no such leaf.
 * @throws TileDamagedError when a tile is missing or has the wrong size.
 */
export async function readAuditPath(
  batches: Pick<BatchStore, "readTile">,
  batch: BatchRecord,
  leafIndex: number,
): Promise<AuditPathItem[]> {
  if (!Number.isInteger(leafIndex) || leafIndex < 0 || leafIndex >= batch.leafCount) {
    throw new RangeError(
      `"leafIndex" expected an integer from 0 to ${batch.leafCount - 1}, got ${leafIndex}`,
    );
  }
  const counts = tileLevelCounts(batch.leafCount);
  const tiles = await Promise.all(
    counts.map((count, level) => {
      const index = Math.floor(leafIndex / TILE_VALUES ** (level + 1));
      return levelsOfTile(batches, batch, level, index, count);
    }),
  );
  return tiles.flatMap((levels, level) =>
    pathInTile(levels, Math.floor(leafIndex / TILE_VALUES ** level) % TILE_VALUES),
  );
}

/** The values of a tile, and of each level above them, up to that of one value. */
async function levelsOfTile(
  batches: Pick<BatchStore, "readTile">,
  batch: BatchRecord,
  level: number,
  index: number,
  levelCount: number,
): Promise<readonly Uint8Array[]> {
  const known = knownOf.get(batches) ?? new LRUCache({ max: MAX_KNOWN });
  knownOf.set(batches, known);
  const name = `${batch.number} ${level} ${index}`;
  const kept = known.get(name);
  if (kept !== undefined) return kept;
  const expected = Math.min(TILE_VALUES, levelCount - index * TILE_VALUES) * NODE_BYTES;
  const values = await batches.readTile(batch, level, index);
  if (values?.length !== expected) {
    throw new TileDamagedError(
      `batch ${batch.number}, level ${level}, tile ${index}: expected ${expected} bytes, got ${values?.length ?? "none"}`,
    );
  }
  const levels = [values];
  for (let last = values; last.length > NODE_BYTES; levels.push(last)) last = parentsOf(last);
  known.set(name, levels);
  return levels;
}

/** The steps of the path inside one tile. Where the value is promoted, there is no sibling and no step. */
function pathInTile(levels: readonly Uint8Array[], position: number): AuditPathItem[] {
  return levels.flatMap((level, height): AuditPathItem[] => {
    const at = position >> height;
    const sibling = (at ^ 1) * NODE_BYTES;
    if (sibling >= level.length) return [];
    const hash = bytesToHex(level, sibling, sibling + NODE_BYTES);
    return [{ position: at % 2 === 1 ? "left" : "right", hash }];
  });
}
