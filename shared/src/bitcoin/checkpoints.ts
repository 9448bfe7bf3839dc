/**
 * What this program knows of Bitcoin's main chain: the first block of every difficulty epoch up to the day on which the
 * table was made, and how easy a block of each epoch may have been.
 *
 * A header from which successors run on to such a block is of the main chain, whoever gave it: no other header has that
 * hash. Hashes are cut to 16 bytes, which leaves 2^128 attempts to whoever wants another block with the same.
 */
import { decodeBase64 } from "./base64.js";
import { CHECKPOINT_HASHES, TARGET_BOUNDS } from "./checkpoint-table.js";
import { EPOCH_BLOCKS } from "./retarget.js";
import { MAX_TARGET } from "./target.js";

/** Bytes of each hash that are kept: the first in the header's order, which are the last that people write. */
export const CHECKPOINT_BYTES = 16;

/**
 * Beyond the table a target may be four times the last known bound: three epochs of a rise in difficulty taken back.
 * Where the chain has come to be easier than that, the table is too old to judge it.
 */
const UNKNOWN_EPOCH_FACTOR_BITS = 2;

const hashes: Uint8Array = decodeBase64(CHECKPOINT_HASHES);

/** Height of the last checkpoint. */
export const LAST_CHECKPOINT_HEIGHT: number = (hashes.length / CHECKPOINT_BYTES - 1) * EPOCH_BLOCKS;

/** Whether the main chain has that block at that height; null where no checkpoint is known. */
export function isCheckpoint(height: number, hash: Uint8Array): boolean | null {
  const at = (height / EPOCH_BLOCKS) * CHECKPOINT_BYTES;
  if (height % EPOCH_BLOCKS !== 0 || at < 0 || at >= hashes.length) return null;
  for (let i = 0; i < CHECKPOINT_BYTES; i++) if (hashes[at + i] !== hash[i]) return false;
  return true;
}

/**
 * The lowest checkpoint at or above a height; null above the last one. Headers from a block up to it prove the block.
 */
export function nextCheckpointHeight(height: number): number | null {
  const next = Math.ceil(height / EPOCH_BLOCKS) * EPOCH_BLOCKS;
  return next <= LAST_CHECKPOINT_HEIGHT ? next : null;
}

/** No block of the main chain at that height has an easier target. In known epochs at most twice the true one. */
export function maxTargetAt(height: number): bigint {
  const epoch = Math.floor(height / EPOCH_BLOCKS);
  let bits = 224;
  for (const [firstEpoch, targetBits] of TARGET_BOUNDS) {
    if (firstEpoch > epoch) break;
    bits = targetBits;
  }
  if (height >= LAST_CHECKPOINT_HEIGHT + EPOCH_BLOCKS) bits += UNKNOWN_EPOCH_FACTOR_BITS;
  const bound = (1n << BigInt(bits)) - 1n;
  return bound > MAX_TARGET ? MAX_TARGET : bound;
}
