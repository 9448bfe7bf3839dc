/** Checkpoints, and how their table is packed. */
import { decodeBase64 } from "../bytes.js";
import { CHECKPOINT_HASHES, EPOCH_TARGETS } from "./checkpoint-table.js";
import { bitsOfTarget, EPOCH_BLOCKS, MAX_TARGET, mayFollow, meetsTarget, targetOfBits } from "./header.js";

// Checkpoints of Bitcoin's main chain: its first block, the last block of every difficulty epoch up to the day the
// table was made, and the exact target of each of these epochs and of the one after them.
//
// A header is on the main chain if successors link it to a checkpoint, because no other header has that hash. The
// source of the header does not matter. Hashes are cut to 16 bytes: a second block with the same prefix takes 2^128
// attempts.

/** Bytes kept of each hash: the first in header order, which explorers display last. */
export const CHECKPOINT_BYTES = 16;
/** Bytes of a compact target in the table, highest first. */
const TARGET_BYTES = 4;

/** The first 16 bytes of the hash of Bitcoin's first block, the only checkpoint that does not end an epoch. */
const FIRST_BLOCK: Uint8Array = decodeBase64("b+KMCrbxs3LBpqJGrmP3Tw==");

/**
 * Beyond the table, a target may be four times the last one. This allows for a drop in difficulty that undoes the rise
 * of several epochs. If the chain becomes easier than that, the table is too old to judge it.
 */
const UNKNOWN_EPOCH_FACTOR = 4n;

/** A table of checkpoints as it is stored: both lists begin with Bitcoin's first epoch. */
export interface CheckpointTable {
  /** 16 bytes of the hash of the last block of each epoch. */
  readonly hashes: Uint8Array;
  /** 4 bytes for the compact target of each epoch, highest byte first; one epoch more than `hashes`. */
  readonly targets: Uint8Array;
}

/** A table of checkpoints that can be asked about heights. */
export class Checkpoints {
  /** Height of the last checkpoint, which is the last block of its epoch. */
  readonly lastHeight: number;
  readonly #hashes: Uint8Array;
  readonly #bits: readonly number[];

  /** @throws RangeError unless there is a target for each epoch and for the one after. */
  constructor({ hashes, targets }: CheckpointTable) {
    const epochs = hashes.length / CHECKPOINT_BYTES;
    if (!Number.isInteger(epochs) || epochs < 1 || targets.length !== TARGET_BYTES * (epochs + 1)) {
      throw new RangeError(
        `expected a target more than hashes, got ${hashes.length} and ${targets.length} bytes`,
      );
    }
    const view = new DataView(targets.buffer, targets.byteOffset, targets.byteLength);
    this.lastHeight = epochs * EPOCH_BLOCKS - 1;
    this.#hashes = hashes;
    this.#bits = Array.from({ length: epochs + 1 }, (_, i) => view.getUint32(TARGET_BYTES * i));
  }

  /** Whether the main chain has this block at this height; null if there is no checkpoint at the height. */
  has(height: number, hash: Uint8Array): boolean | null {
    if (height === 0) return startsWith(hash, FIRST_BLOCK, 0);
    const isEnd = height > 0 && height <= this.lastHeight && (height + 1) % EPOCH_BLOCKS === 0;
    return isEnd
      ? startsWith(hash, this.#hashes, ((height + 1) / EPOCH_BLOCKS - 1) * CHECKPOINT_BYTES)
      : null;
  }

  /** The lowest checkpoint at or above a height; null above the last one. Headers that link a block to it prove the block. */
  nextHeight(height: number): number | null {
    if (height === 0) return 0;
    const next = (Math.floor(height / EPOCH_BLOCKS) + 1) * EPOCH_BLOCKS - 1;
    return next <= this.lastHeight ? next : null;
  }

  /** The compact target of a height's epoch; null if the table does not have it. */
  bitsAt(height: number): number | null {
    return this.#bits[Math.floor(height / EPOCH_BLOCKS)] ?? null;
  }

  /** The target of a height's epoch; beyond the table, an upper bound: four times the last target. */
  maxTargetAt(height: number): bigint {
    const bits = this.bitsAt(height);
    if (bits !== null) return targetOfBits(bits)!;
    const bound = UNKNOWN_EPOCH_FACTOR * targetOfBits(this.#bits.at(-1)!)!;
    return bound > MAX_TARGET ? MAX_TARGET : bound;
  }

  /** The height after the checkpoint with this hash; null if no checkpoint has it. Takes time linear in the table. */
  heightAfter(hash: Uint8Array): number | null {
    for (let at = 0; at < this.#hashes.length; at += CHECKPOINT_BYTES) {
      if (startsWith(hash, this.#hashes, at)) return (at / CHECKPOINT_BYTES + 1) * EPOCH_BLOCKS;
    }
    return null;
  }
}

function startsWith(hash: Uint8Array, prefixes: Uint8Array, at: number): boolean {
  for (let i = 0; i < CHECKPOINT_BYTES; i++) if (prefixes[at + i] !== hash[i]) return false;
  return true;
}

/** The table that this version ships. */
export const CHECKPOINTS: Checkpoints = new Checkpoints({
  hashes: decodeBase64(CHECKPOINT_HASHES),
  targets: decodeBase64(EPOCH_TARGETS),
});

/** Height of the last checkpoint of the shipped table. */
export const LAST_CHECKPOINT_HEIGHT: number = CHECKPOINTS.lastHeight;

/** {@link Checkpoints.has} of the shipped table. */
export function isCheckpoint(height: number, hash: Uint8Array): boolean | null {
  return CHECKPOINTS.has(height, hash);
}

/** {@link Checkpoints.nextHeight} of the shipped table. */
export function nextCheckpointHeight(height: number): number | null {
  return CHECKPOINTS.nextHeight(height);
}

/** {@link Checkpoints.maxTargetAt} of the shipped table. */
export function maxTargetAt(height: number): bigint {
  return CHECKPOINTS.maxTargetAt(height);
}

// Writes the source of `checkpoint-table.ts` from what sources say of every difficulty epoch. Checks that each last
// block has the work of its epoch, and that each target is within the bounds of a retarget.
//
// Does not see the blocks inside an epoch.

/** The last block of a difficulty epoch. */
export interface EpochEnd {
  /** 32 bytes, in the byte order of a header. */
  readonly lastHash: Uint8Array;
  /** The compact target of the next epoch. */
  readonly nextBits: number;
}

/**
 * Encodes the table.
 *
 * @param ends of every epoch from Bitcoin's first on.
 * @throws RangeError if a hash does not meet its epoch's target, or a target cannot follow from the one before.
 */
export function encodeCheckpointTable(ends: readonly EpochEnd[]): string {
  if (ends.length === 0) throw new RangeError(`"ends" expected at least one epoch, got none`);
  const targets = [bitsOfTarget(MAX_TARGET)];
  for (const [epoch, { lastHash, nextBits }] of ends.entries()) {
    const bits = targets[epoch]!;
    const last = (epoch + 1) * EPOCH_BLOCKS - 1;
    if (lastHash.length !== 32 || !meetsTarget(lastHash, targetOfBits(bits)!)) {
      throw new RangeError(`block ${last} does not meet the target of its epoch`);
    }
    if (!mayFollow(bits, nextBits)) {
      throw new RangeError(`the target of block ${last + 1} cannot follow from that of block ${last}`);
    }
    targets.push(nextBits);
  }
  const hashes = ends.flatMap(({ lastHash }) => [...lastHash.subarray(0, 16)]);
  const targetBytes = targets.flatMap((bits) => [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff));
  return `// Written by verifier-lib/src/cli/checkpoints.ts; do not edit by hand. Facts of Bitcoin's main chain.

/** The first 16 bytes of the hash of the last block of every epoch, ${ends.length} of them, in base64. */
export const CHECKPOINT_HASHES: string =
${base64Lines(hashes)};

/** The compact target of each of these epochs and of the next, 4 bytes each, in base64. */
export const EPOCH_TARGETS: string =
${base64Lines(targetBytes)};
`;
}

function base64Lines(bytes: readonly number[]): string {
  const text = btoa(bytes.map((byte) => String.fromCharCode(byte)).join(""));
  return text
    .match(/.{1,100}/g)!
    .map((line) => `  "${line}"`)
    .join(" +\n");
}
