/**
 * The audit path of a leaf, read from the tiles of its batch: docs/design/anchoring.md.
 *
 * Not checked here: that the path leads to the batch's root. The caller verifies a proof before it hands it out.
 */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { type AuditPathItem, NODE_BYTES, parentsOf } from "@svc-proof/shared/merkle";
import { LRUCache } from "lru-cache";
import type { BatchStore } from "../records/records.js";
import type { BatchRecord } from "../records/types.js";
import { TILE_VALUES, tileLevelCounts } from "./build-batch.js";

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
