import type { BatchRecord, WitnessPlace } from "../store/store.js";

/** A block that holds an anchor of a batch now. */
export interface AnchoredBlock extends WitnessPlace {
  readonly txHash: string;
  /** Merkle root of the batch, 64 hexadecimal characters. */
  readonly root: string;
}

/** The blocks that hold a batch's anchors, one a chain; none while it is `batched`. */
export function anchoredBlocks(batch: BatchRecord): readonly AnchoredBlock[] {
  const { id: batchId, chainId, inclusion, root } = batch;
  if (inclusion === null) return [];
  return [{ batchId, chainId, blockHash: inclusion.blockHash, txHash: inclusion.txHash, root }];
}

/** Whether every anchor of a batch is confirmed, so that its blocks stay what they are. */
export function isConfirmed(batch: BatchRecord): boolean {
  return batch.state === "confirmed";
}
