/**
 * Batches with their anchors. Whatever moves an anchor does so under the lease of its job, which the change touches: so
 * two changes under one lease follow each other, and none under a lease that was lost takes effect.
 */
import type { Changeable, Readable } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { everyRow, firstRow } from "./every-row.js";
import type {
  AnchorAttempt,
  Attestation,
  BatchAnchor,
  BatchRecord,
  BatchState,
  BitcoinState,
  Inclusion,
} from "./types.js";

/** Batches with an anchor that is not confirmed, in order of their number. Looks at no other anchors. */
export async function unfinishedBatches(rows: Readable): Promise<readonly BatchRecord[]> {
  const open = await Promise.all(
    UNCONFIRMED.map((state) => everyRow(rows.anchors, ["state", "batch", "chain"], [state])),
  );
  const numbers = open.flat().map(({ batch }) => batch);
  const records = await batchRecords(rows, numbers);
  return [...records.values()].sort((a, b) => a.number - b.number);
}

const UNCONFIRMED: readonly BatchState[] = ["batched", "anchored"];

export const leasedQueries = {
  /** Batches with an anchor that is not confirmed, in order of their number. */
  async takeUnfinished(rows: Readable): Promise<readonly BatchRecord[]> {
    return unfinishedBatches(rows);
  },
};

export const queries = {
  async find(rows: Readable, id: string): Promise<BatchRecord | null> {
    const row = await batchRow(rows, id);
    return row === null ? null : (await recordsOf(rows, [row]))[0]!;
  },

  /** Attempts of a batch on all chains, in the order in which they were stored. */
  async attempts(rows: Readable, batchId: string): Promise<readonly AnchorAttempt[]> {
    const batch = await batchRow(rows, batchId);
    if (batch === null) return [];
    const found = await attemptsOf(rows, batch.number);
    return found.map((row) => attemptOf(row, batchId));
  },

  /** The highest nonce of an address that an attempt on a chain ever used; null when there is no attempt. */
  async highestNonce(rows: Readable, chainId: number, from: string): Promise<number | null> {
    const order = ["chain", "sender", "nonce", "batch", "txHash"] as const;
    const row = await firstRow(rows.attempts, order, [chainId, from], LAST);
    return row?.nonce ?? null;
  },

  /** The batch whose confirmed anchor on a chain is in the highest block; null when none is confirmed there. */
  async highestConfirmed(rows: Readable, chainId: number): Promise<BatchRecord | null> {
    const order = ["chain", "state", "blockNumber", "batch"] as const;
    const row = await firstRow(rows.anchors, order, [chainId, "confirmed"], LAST);
    return row === null ? null : (await batchRecords(rows, [row.batch])).get(row.batch)!;
  },

  /** The hash that is kept of a chain's first block; null when there is none. */
  async genesis(rows: Readable, chainId: number): Promise<string | null> {
    const row = await rows.genesis.get([chainId]);
    return row === null ? null : prefixed(row.block);
  },
};

export const changes = {
  /** Keeps the hash of a chain's first block, 0x-prefixed, unless one is kept already. */
  async keepGenesis(rows: Changeable, chainId: number, blockHash: string): Promise<void> {
    if ((await rows.genesis.get([chainId])) === null)
      await rows.genesis.insert({ chain: chainId, block: bare(blockHash) });
  },
};

export const leasedChanges = {
  /** Stores an attempt; false when the same transaction is stored already. @throws RangeError when there is no such batch. */
  async recordAttempt(rows: Changeable, attempt: AnchorAttempt): Promise<boolean> {
    const batch = await batchRow(rows, attempt.batchId);
    if (batch === null) throw new RangeError(`there is no batch ${attempt.batchId}`);
    const former = await attemptsOf(rows, batch.number);
    const row = rowOf(attempt, batch.number, former.length);
    if (former.some(({ chain, txHash }) => chain === row.chain && txHash === row.txHash)) return false;
    await rows.attempts.insert(row);
    return true;
  },

  /** The anchor from `batched` to `anchored`. False when it was in another state, or there is none. */
  async markAnchored(rows: Changeable, id: string, chainId: number, inclusion: Inclusion): Promise<boolean> {
    const hashes = { txHash: bare(inclusion.txHash), blockHash: bare(inclusion.blockHash) };
    const change = { ...inclusion, ...hashes, state: "anchored" };
    return moved(rows, [id, chainId], { state: "batched" }, change);
  },

  /** `anchored` back to `batched`, because the block left the chain. False when the anchor was in another state. */
  async markReorganised(rows: Changeable, id: string, chainId: number): Promise<boolean> {
    return moved(rows, [id, chainId], { state: "anchored" }, OUT_OF_BLOCKS);
  },

  /** `anchored` to `confirmed`. False when the anchor was in another state or is in another block. */
  async markConfirmed(rows: Changeable, id: string, chainId: number, blockHash: string): Promise<boolean> {
    const expected = { state: "anchored", blockHash: bare(blockHash) };
    return moved(rows, [id, chainId], expected, { state: "confirmed", reopened: false });
  },

  /**
   * `confirmed` back to `batched`, because the block left the chain. False when the anchor was in another state or is in
   * another block.
   */
  async reopen(rows: Changeable, id: string, chainId: number, blockHash: string): Promise<boolean> {
    const expected = { state: "confirmed", blockHash: bare(blockHash) };
    return moved(rows, [id, chainId], expected, { ...OUT_OF_BLOCKS, reopened: true });
  },
};

const LAST = { isDescending: true };

type Cells = Partial<Row<"anchors">>;

/** Changes an anchor that is as expected. */
async function moved(rows: Changeable, [id, chain]: readonly [string, number], expected: Cells, to: Cells) {
  const batch = await batchRow(rows, id);
  return batch !== null && rows.anchors.update([batch.number, chain], expected, to);
}

async function attemptsOf(rows: Readable, batch: number): Promise<readonly Row<"attempts">[]> {
  const found = await everyRow(rows.attempts, ["batch", "chain", "txHash"], [batch]);
  return found.toSorted((a, b) => a.place - b.place);
}

function rowOf(attempt: AnchorAttempt, batch: number, place: number): Row<"attempts"> {
  const { chainId: chain, from: sender, nonce, raw, createdAt } = attempt;
  if (!/^0x[0-9a-f]{40}$/.test(sender))
    throw new RangeError(`an address expected 0x and 40 lower-case hexadecimal digits, got "${sender}"`);
  return {
    ...{ batch, chain, txHash: bare(attempt.txHash), place, sender, nonce, raw, createdAt },
    maxFeePerGas: String(attempt.maxFeePerGas),
    maxPriorityFeePerGas: String(attempt.maxPriorityFeePerGas),
  };
}

function attemptOf(row: Row<"attempts">, batchId: string): AnchorAttempt {
  const { chain: chainId, txHash, sender: from, nonce, raw, createdAt } = row;
  return {
    ...{ batchId, chainId, txHash: prefixed(txHash), from, nonce, raw, createdAt },
    maxFeePerGas: BigInt(row.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(row.maxPriorityFeePerGas),
  };
}

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
  const row = await firstRow(rows.batches, ["id"], [id]);
  return row?.state === "made" ? row : null;
}

/** By their numbers, each once. One that is being built is left out: its proofs are queued. */
export async function batchRecords(
  rows: Readable,
  numbers: Iterable<number>,
): Promise<ReadonlyMap<number, BatchRecord>> {
  const found = await rows.batches.getMany([...new Set(numbers)].map((number) => [number]));
  const there = found.filter((row) => row !== null);
  const records = await recordsOf(rows, there);
  return new Map(records.map((record) => [record.number, record]));
}

/** In the order of their rows. One that is being built is left out. */
export function recordsOf(rows: Readable, found: readonly Row<"batches">[]): Promise<readonly BatchRecord[]> {
  return Promise.all(found.filter(({ state }) => state === "made").map((row) => recordOf(rows, row)));
}

async function recordOf(rows: Readable, row: Row<"batches">): Promise<BatchRecord> {
  const { id, number, root, leafCount, createdAt } = row;
  const [found, attestation] = await Promise.all([
    rows.anchors.getMany((row.chains as readonly number[]).map((chain) => [number, chain])),
    rows.attestations.get([number, "batch"]),
  ]);
  const anchors = found.map((anchor) => anchorOf(anchor!));
  // That of its furthest anchor: one is enough for a proof.
  const state = ORDER[Math.max(0, ...anchors.map((anchor) => ORDER.indexOf(anchor.state)))]!;
  const bitcoin = { state: attestation!.state as BitcoinState, blockHeight: attestation!.blockHeight };
  return { id, number, state, root: root!, leafCount, createdAt, anchors, bitcoin };
}

function anchorOf(row: Row<"anchors">): BatchAnchor {
  const { chain: chainId, state, reopened, txHash, blockNumber, blockHash, blockTimestamp } = row;
  const anchor = { chainId, state: state as BatchState, reopened };
  if (txHash === null) return { ...anchor, inclusion: null };
  const hashes = { txHash: prefixed(txHash), blockHash: prefixed(blockHash!) };
  const block = { blockNumber: blockNumber!, blockTimestamp: blockTimestamp! };
  return { ...anchor, inclusion: { ...hashes, ...block } };
}

const ORDER: readonly BatchState[] = ["batched", "anchored", "confirmed"];

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
