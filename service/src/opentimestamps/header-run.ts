/** The stored headers of a difficulty epoch, from its first block to the first of the next, which is a checkpoint. */
import { EPOCH_BLOCKS, HEADER_BYTES, type PlacedHeader, parseBlockHeader } from "@svc-proof/shared/bitcoin";

/** Bytes of a run that is complete. */
export const COMPLETE_RUN_BYTES: number = (EPOCH_BLOCKS + 1) * HEADER_BYTES;

export function epochOf(height: number): number {
  return Math.floor(height / EPOCH_BLOCKS);
}

/** Height of the first block of an epoch. */
export function firstHeight(epoch: number): number {
  return epoch * EPOCH_BLOCKS;
}

/** Height of the block after the last one of a run; for an empty run, that of the epoch's first block. */
export function nextHeight(epoch: number, run: Uint8Array): number {
  return firstHeight(epoch) + run.length / HEADER_BYTES;
}

/**
 * The headers of a run from a height on; empty if the run does not reach it.
 *
 * @param run whole headers, as stored.
 */
export function headersFrom(height: number, epoch: number, run: Uint8Array): PlacedHeader[] {
  const placed: PlacedHeader[] = [];
  for (let at = height; at < nextHeight(epoch, run); at++) {
    const offset = (at - firstHeight(epoch)) * HEADER_BYTES;
    placed.push({ height: at, header: parseBlockHeader(run.subarray(offset, offset + HEADER_BYTES)) });
  }
  return placed;
}
