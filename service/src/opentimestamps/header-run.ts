/** The stored headers of a difficulty epoch, from its first block to its last, which becomes a checkpoint. */
import {
  type BitcoinNetwork,
  EPOCH_BLOCKS,
  HEADER_BYTES,
  MAX_TARGET,
  type PlacedHeader,
  parseBlockHeader,
  targetOfBits,
} from "@svc-proof/shared/bitcoin";

/** Bytes of a run that is complete. */
export const COMPLETE_RUN_BYTES: number = EPOCH_BLOCKS * HEADER_BYTES;

/** Height of the first block of an epoch. */
export function firstHeight(epoch: number): number {
  return epoch * EPOCH_BLOCKS;
}

/**
 * The headers that belong to an epoch.
 *
 * @param stored as stored. Earlier versions stored the first block of the next epoch too.
 */
export function runOfEpoch(stored: Uint8Array): Uint8Array {
  return stored.subarray(0, COMPLETE_RUN_BYTES);
}

export function isComplete(run: Uint8Array): boolean {
  return run.length >= COMPLETE_RUN_BYTES;
}

/** Height of the block after the last one of a run; for an empty run, that of the epoch's first block. */
export function nextHeight(epoch: number, run: Uint8Array): number {
  return firstHeight(epoch) + run.length / HEADER_BYTES;
}

/**
 * The headers of a run from a height to another, both included, as far as the run reaches.
 *
 * @param run whole headers of one epoch.
 */
export function headersOf(epoch: number, run: Uint8Array, from: number, to: number): PlacedHeader[] {
  const placed: PlacedHeader[] = [];
  const last = Math.min(to, nextHeight(epoch, run) - 1);
  for (let height = Math.max(from, firstHeight(epoch)); height <= last; height++) {
    const offset = (height - firstHeight(epoch)) * HEADER_BYTES;
    placed.push({ height, header: parseBlockHeader(run.subarray(offset, offset + HEADER_BYTES)) });
  }
  return placed;
}

/** The network of a stored header. Every regtest block has a target that is easier than any of Bitcoin's main chain. */
export function networkOf(bits: number): BitcoinNetwork {
  const target = targetOfBits(bits);
  return target !== null && target <= MAX_TARGET ? "bitcoin" : "regtest";
}
