/**
 * Writes the source of `checkpoint-table.ts` from what sources say of every difficulty epoch. Checks that each last
 * block has the work of its epoch, and that each target is within the bounds of a retarget.
 *
 * Does not see the blocks inside an epoch.
 */
import { EPOCH_BLOCKS, mayFollow } from "./retarget.js";
import { bitsOfTarget, MAX_TARGET, meetsTarget, targetOfBits } from "./target.js";

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
