/** Batches as the rest of the service sees them: the row of each, joined with its anchors. */
import { furthestState } from "../store/furthest-state.js";
import type { BatchAnchor, BatchRecord, BatchState, BitcoinState } from "../store/store.js";
import type { Readable } from "../tables/store.js";
import type { Row } from "../tables/tables.js";

/** By their numbers, each once. One that is being built is left out: its proofs are queued. */
export async function batchRecords(
  rows: Readable,
  numbers: Iterable<number>,
): Promise<ReadonlyMap<number, BatchRecord>> {
  const found = await rows.batches.getMany([...new Set(numbers)].map((number) => [number]));
  const made = found.filter((row) => row !== null && row.state === "made") as Row<"batches">[];
  const records = await Promise.all(
    made.map(async (row) => {
      const chains = row.chains as readonly number[];
      const anchors = await rows.anchors.getMany(chains.map((chain) => [row.number, chain]));
      return batchRecord(row, anchors as readonly Row<"anchors">[]);
    }),
  );
  return new Map(records.map((record) => [record.number, record]));
}

function batchRecord(row: Row<"batches">, rows: readonly Row<"anchors">[]): BatchRecord {
  const { id, number, root, leafCount, createdAt, bitcoinState, bitcoinHeight } = row;
  const anchors = rows.map(anchorOf);
  return {
    ...{ id, number, root: root!, leafCount, createdAt, anchors },
    state: furthestState(anchors),
    bitcoin: { state: bitcoinState as BitcoinState, blockHeight: bitcoinHeight },
  };
}

function anchorOf({ chain, state, reopened, txHash, ...block }: Row<"anchors">): BatchAnchor {
  const { blockNumber, blockHash, blockTimestamp } = block;
  const inclusion =
    txHash === null
      ? null
      : {
          txHash: `0x${txHash}`,
          blockNumber: blockNumber!,
          blockHash: `0x${blockHash}`,
          blockTimestamp: blockTimestamp!,
        };
  return { chainId: chain, state: state as BatchState, inclusion, reopened };
}
