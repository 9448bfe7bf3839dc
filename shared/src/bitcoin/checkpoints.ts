/**
 * Checkpoints of Bitcoin's main chain: the first block of every difficulty epoch up to the day the table was
 * made, and the easiest target of each epoch.
 *
 * A header is on the main chain if successors link it to a checkpoint, because no other header has that hash.
 * The source of the header does not matter. Hashes are cut to 16 bytes: a second block with the same prefix
 * takes 2^128 attempts.
 */
import { decodeBase64 } from "./base64.js";
import { CHECKPOINT_HASHES, TARGET_BOUNDS } from "./checkpoint-table.js";
import { EPOCH_BLOCKS } from "./retarget.js";
import { MAX_TARGET } from "./target.js";

/** Bytes kept of each hash: the first in header order, which explorers display last. */
export const CHECKPOINT_BYTES = 16;

/**
 * Beyond the table, a target may be four times the last known bound. This allows for a drop in difficulty
 * that undoes the rise of three epochs. If the chain becomes easier than that, the table is too old to judge
 * it.
 */
const UNKNOWN_EPOCH_FACTOR_BITS = 2;

const hashes: Uint8Array = decodeBase64(CHECKPOINT_HASHES);

/** Height of the last checkpoint. */
export const LAST_CHECKPOINT_HEIGHT: number = (hashes.length / CHECKPOINT_BYTES - 1) * EPOCH_BLOCKS;

/** Whether the main chain has this block at this height; null if there is no checkpoint at the height. */
export function isCheckpoint(height: number, hash: Uint8Array): boolean | null {
  const at = (height / EPOCH_BLOCKS) * CHECKPOINT_BYTES;
  if (height % EPOCH_BLOCKS !== 0 || at < 0 || at >= hashes.length) return null;
  for (let i = 0; i < CHECKPOINT_BYTES; i++) if (hashes[at + i] !== hash[i]) return false;
  return true;
}

/**
 * The lowest checkpoint at or above a height; null above the last one. Headers that link a block to it prove
 * the block.
 */
export function nextCheckpointHeight(height: number): number | null {
  const next = Math.ceil(height / EPOCH_BLOCKS) * EPOCH_BLOCKS;
  return next <= LAST_CHECKPOINT_HEIGHT ? next : null;
}

/**
 * An upper bound for the target of a main-chain block at this height. In known epochs, at most twice the true
 * target.
 */
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
