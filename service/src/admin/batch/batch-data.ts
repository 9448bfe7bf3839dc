import type { BatchAnchor, BatchRecord } from "../../records/types.js";
import { timeData } from "../output/time-text.js";

/** A batch for scripts. */
export function batchData(batch: BatchRecord): object {
  const { id, number, state, root, leafCount, createdAt, anchors, bitcoin } = batch;
  return {
    id,
    number,
    state,
    root,
    leaf_count: leafCount,
    created_at: timeData(createdAt),
    anchors: anchors.map(anchorData),
    bitcoin: { state: bitcoin.state, block_height: bitcoin.blockHeight },
  };
}

export function anchorData({ chainId, state, reopened, inclusion }: BatchAnchor): object {
  return {
    chain_id: chainId,
    state,
    reopened,
    tx_hash: inclusion?.txHash ?? null,
    block_number: inclusion?.blockNumber ?? null,
    block_hash: inclusion?.blockHash ?? null,
    block_timestamp: timeData(inclusion?.blockTimestamp ?? null),
  };
}
