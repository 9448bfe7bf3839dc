/** Batches as the rest of the service sees them: the row of each, joined with its anchors. */

import type { Changeable, Readable } from "../store/store.js";
import type { Row } from "../store/tables.js";
import type { Attestation, BatchAnchor, BatchRecord, BatchState, BitcoinState } from "./types.js";

/** `first`, `last`: the lowest and the highest identifier of its proofs. */
export type NewBatch = Pick<BatchRecord, "number" | "id" | "root" | "leafCount" | "createdAt"> &
  Pick<Row<"batches">, "first" | "last"> & {
    /** The chains on which it is to be anchored, in the order of the settings: at least one, each once. */
    readonly chainIds: readonly number[];
  };

/** An anchor that is in no block. */
export const OUT_OF_BLOCKS = {
  state: "batched",
  txHash: null,
  blockNumber: null,
  blockHash: null,
  blockTimestamp: null,
} as const;

/** Of a root that was just made: due at once. */
export const PENDING: Attestation = {
  state: "pending",
  blockHeight: null,
  timestamp: null,
  submittedAt: null,
  tries: 0,
  dueAt: new Date(0),
};

/** Makes a batch, or ends the building of one: it waits for its anchors, and is pending and due in Bitcoin. */
export async function insertBatch(rows: Changeable, { chainIds, ...batch }: NewBatch): Promise<void> {
  const made = { ...batch, state: "made", chains: chainIds };
  const { number } = batch;
  if (!(await rows.batches.update([number], { state: "building" }, made))) await rows.batches.insert(made);
  const anchor = { batch: number, ...OUT_OF_BLOCKS, reopened: false };
  await rows.anchors.insert(...chainIds.map((chain) => ({ ...anchor, chain })));
  await rows.attestations.insert({ ...PENDING, of: "batch", number });
}

/** The row of a batch, unless there is none, or it is being built. */
export async function batchRow(rows: Readable, id: string): Promise<Row<"batches"> | null> {
  const [row] = await rows.batches.page(["id"], [id], { limit: 1 });
  return row?.state === "made" ? row : null;
}

/** By their numbers, each once. One that is being built is left out: its proofs are queued. */
export async function batchRecords(
  rows: Readable,
  numbers: Iterable<number>,
): Promise<ReadonlyMap<number, BatchRecord>> {
  const found = await rows.batches.getMany([...new Set(numbers)].map((number) => [number]));
  const records = await recordsOf(
    rows,
    found.filter((row) => row !== null),
  );
  return new Map(records.map((record) => [record.number, record]));
}

/** In the order of their rows. One that is being built is left out. */
export function recordsOf(
  rows: Readable,
  batches: readonly Row<"batches">[],
): Promise<readonly BatchRecord[]> {
  return Promise.all(batches.filter(({ state }) => state === "made").map((row) => recordOf(rows, row)));
}

async function recordOf(rows: Readable, row: Row<"batches">): Promise<BatchRecord> {
  const { id, number, root, leafCount, createdAt } = row;
  const [found, attestation] = await Promise.all([
    rows.anchors.getMany((row.chains as readonly number[]).map((chain) => [number, chain])),
    rows.attestations.get([number, "batch"]),
  ]);
  const anchors = found.map((anchor) => anchorOf(anchor!));
  const { state, blockHeight } = attestation!;
  return {
    ...{ id, number, state: furthestState(anchors), root: root!, leafCount, createdAt, anchors },
    bitcoin: { state: state as BitcoinState, blockHeight },
  };
}

function anchorOf(row: Row<"anchors">): BatchAnchor {
  const { chain: chainId, state, reopened, txHash, blockNumber, blockHash, blockTimestamp } = row;
  const inclusion =
    txHash === null
      ? null
      : {
          txHash: prefixed(txHash),
          blockNumber: blockNumber!,
          blockHash: prefixed(blockHash!),
          blockTimestamp: blockTimestamp!,
        };
  return { chainId, state: state as BatchState, inclusion, reopened };
}

const ORDER: readonly BatchState[] = ["batched", "anchored", "confirmed"];

/** The state of a batch: that of its furthest anchor. One anchor is enough for a proof. */
function furthestState(anchors: readonly Pick<BatchAnchor, "state">[]): BatchState {
  return ORDER[Math.max(0, ...anchors.map(({ state }) => ORDER.indexOf(state)))]!;
}

/**
 * A hash of a transaction or a block: tables have none of the prefixes that chains write.
 *
 * @throws RangeError unless it is 0x and 64 lower-case hexadecimal digits.
 */
export function bare(hash: string): string {
  if (!/^0x[0-9a-f]{64}$/.test(hash))
    throw new RangeError(`a chain's hash expected 0x and 64 lower-case hexadecimal digits, got "${hash}"`);
  return hash.slice(2);
}

export const prefixed = (hash: string): string => `0x${hash}`;
