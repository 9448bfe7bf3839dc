/**
 * Tiles of a batch's Merkle tree, modelled on C2SP tlog-tiles: docs/design/anchoring.md.
 *
 * Of all levels only 0, 8 and 16 are kept, cut into tiles of 256 values. A tile of 8 KiB is enough to compute the
 * seven levels above its own, so that the tree is stored in little more than its leaves and any audit path is
 * read in at most three tiles.
 */
import { NODE_BYTES, parentsOf } from "@svc-proof/shared/merkle";

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
