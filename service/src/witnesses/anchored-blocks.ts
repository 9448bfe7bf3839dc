import type { BatchRecord, WitnessPlace } from "../records/types.js";

/** A block that holds an anchor of a batch now. */
export interface AnchoredBlock extends WitnessPlace {
  readonly txHash: string;
  /** Merkle root of the batch, 64 hexadecimal characters. */
  readonly root: string;
}

/** The blocks that hold a batch's anchors, one a chain; none while it is `batched`. */
export function anchoredBlocks({ id: batchId, root, anchors }: BatchRecord): readonly AnchoredBlock[] {
  return anchors.flatMap(({ chainId, inclusion }) =>
    inclusion === null
      ? []
      : [{ batchId, chainId, blockHash: inclusion.blockHash, txHash: inclusion.txHash, root }],
  );
}

/** Whether every anchor of a batch is confirmed, so that its blocks stay what they are. */
export function isConfirmed({ anchors }: BatchRecord): boolean {
  return anchors.every(({ state }) => state === "confirmed");
}
