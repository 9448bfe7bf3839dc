/**
 * The audit path of a leaf, read from the tiles of its batch: docs/design/batches.md.
 *
 * Not checked here: that the path leads to the batch's root. The caller verifies a proof before it hands it out.
 */
import { bytesToHex } from "@svc-proof/shared/encoding";
import { type AuditPathItem, NODE_BYTES, parentsOf } from "@svc-proof/shared/merkle";
import type { BatchStore } from "../records/records.js";
import type { BatchRecord } from "../records/types.js";
import { TILE_LEVELS, TILE_VALUES, tileLevelCounts } from "./tile.js";

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
      return readWholeTile(batches, batch, level, index, count);
    }),
  );
  return tiles.flatMap((values, level) =>
    pathInTile(values, Math.floor(leafIndex / TILE_VALUES ** level) % TILE_VALUES),
  );
}

async function readWholeTile(
  batches: Pick<BatchStore, "readTile">,
  batch: BatchRecord,
  level: number,
  index: number,
  levelCount: number,
): Promise<Uint8Array> {
  const expected = Math.min(TILE_VALUES, levelCount - index * TILE_VALUES) * NODE_BYTES;
  const values = await batches.readTile(batch, level, index);
  if (values?.length !== expected) {
    throw new TileDamagedError(
      `batch ${batch.number}, level ${level}, tile ${index}: expected ${expected} bytes, got ${values?.length ?? "none"}`,
    );
  }
  return values;
}

/** The steps of the path inside one tile. Where the value is promoted, there is no sibling and no step. */
function pathInTile(values: Uint8Array, position: number): AuditPathItem[] {
  const items: AuditPathItem[] = [];
  let level = values;
  for (let height = 0, at = position; height < TILE_LEVELS && level.length > NODE_BYTES; height++, at >>= 1) {
    const sibling = (at ^ 1) * NODE_BYTES;
    if (sibling < level.length) {
      items.push({
        position: at % 2 === 1 ? "left" : "right",
        hash: bytesToHex(level, sibling, sibling + NODE_BYTES),
      });
    }
    level = parentsOf(level);
  }
  return items;
}
