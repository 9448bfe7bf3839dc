/** Opens the witnesses that were given, and finds the one of each anchor. */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import type { PortableAnchor } from "@svc-proof/shared/proof";
import {
  type EvmWitness,
  openWitness,
  parseEvmWitness,
  type WitnessedTransaction,
  type WitnessFault,
} from "../evm/witness.js";
import { unread } from "../fault.js";
import type { EvidenceItem } from "../items.js";
import type { Fault } from "../report/report.js";
import type { Work } from "../work/work.js";

/** A document to read. */
export interface GivenWitness {
  readonly content: Uint8Array | string;
  /** The chain in the name of its entry; null if it has no name. */
  readonly chainId: number | null;
  /** Whether nobody stated it with the input: it may help, and contradicts nothing. */
  readonly isFound: boolean;
}

/** A witness that was read. */
export type ReadWitness = HoldingWitness | FaultyWitness;

/** A witness that proves its transaction to be in its block. */
export interface HoldingWitness {
  readonly witness: EvmWitness;
  readonly transaction: WitnessedTransaction;
  readonly fault: null;
  /** Whether nobody stated it with the input. */
  readonly isFound: boolean;
}

/** A witness that proves nothing. */
export interface FaultyWitness {
  /** Null if the document is malformed. */
  readonly witness: EvmWitness | null;
  readonly transaction: null;
  readonly fault: Fault;
  readonly isFound: boolean;
}

/**
 * Reads those that were stated.
 *
 * @throws FormatError `work_limit_exceeded`; what aborted the work.
 */
export async function readWitnesses(
  items: readonly EvidenceItem[],
  work: Work,
): Promise<ReadonlyMap<EvidenceItem, ReadWitness>> {
  const read = new Map<EvidenceItem, ReadWitness>();
  for (const item of items) {
    await work.pause();
    const content = item.content as Uint8Array | string;
    read.set(item, readWitness({ content, chainId: item.chainId, isFound: false }, work));
  }
  return read;
}

/** @throws FormatError `work_limit_exceeded`. */
export function readWitness({ content, chainId, isFound }: GivenWitness, work: Work): ReadWitness {
  let witness: EvmWitness | null = null;
  try {
    witness = parseEvmWitness(content, { work });
    if (chainId !== null && witness.chainId !== chainId) {
      const message = `the witness is of chain ${witness.chainId}, its name is of chain ${chainId}`;
      throw new FormatError<WitnessFault>("witness_chain_mismatch", message, 0);
    }
    return { witness, transaction: openWitness(witness, { work }), fault: null, isFound };
  } catch (error) {
    if (!(error instanceof FormatError) || error.code === "work_limit_exceeded") throw error;
    return { witness, transaction: null, fault: unread(error), isFound };
  }
}

/** What the witnesses at hand say of one anchor. */
export interface WitnessesOfAnchor {
  /** One that was stated with the proof and contradicts the anchor, whatever is on the chain; null if none does. */
  readonly against: ReadWitness | null;
  /** Those that show its transaction, with its input, in a block of its number: each of another block, stated ones first. */
  readonly holding: readonly HoldingWitness[];
}

/**
 * Finds the witnesses of each anchor.
 *
 * A stated witness of the anchor's chain contradicts it if it is neither its own nor another anchor's, unless its
 * transaction has the same input: any transaction may carry the payload. One that is not understood says nothing.
 *
 * @param calldata the input that the transactions must have: `0x` and lower-case hexadecimal.
 */
export function assignWitnesses(
  anchors: readonly Pick<PortableAnchor, "chain_id" | "tx_hash" | "block_number">[],
  calldata: string,
  witnesses: readonly ReadWitness[],
): readonly WitnessesOfAnchor[] {
  const isOf = ({ transaction }: ReadWitness, { chain_id, tx_hash }: (typeof anchors)[number]) =>
    transaction?.chainId === chain_id && transaction.transaction.hash === tx_hash;
  const stated = witnesses.filter(({ isFound }) => !isFound);
  const strays = stated.filter(
    (one) =>
      one.fault?.status !== "indeterminate" &&
      !(anchors.some((anchor) => isOf(one, anchor)) || carries(one, calldata)),
  );
  return anchors.map((anchor) => {
    const own = witnesses.filter((one) => isOf(one, anchor));
    const fits = (one: ReadWitness): one is HoldingWitness =>
      carries(one, calldata) && one.transaction?.block.number === anchor.block_number;
    return {
      against:
        strays.find(({ witness }) => witness?.chainId === anchor.chain_id) ??
        own.find((one) => !one.isFound && !fits(one)) ??
        null,
      holding: ofDistinctBlocks(own.filter(fits)),
    };
  });
}

/** Whether a witness shows a transaction with this input, on whatever chain. */
export function carries({ transaction }: ReadWitness, calldata: string): boolean {
  return transaction !== null && `0x${bytesToHex(transaction.transaction.input)}` === calldata;
}

/** What a batch's transaction has as its input. */
const PAYLOAD = /^svc:v2:([0-9a-f]{64})$/;

/** The Merkle root in the payload of a witness's transaction; null if its input is no payload, or if it does not hold. */
export function payloadRootOf({ transaction }: ReadWitness): string | null {
  const input = transaction?.transaction.input;
  if (input === undefined || input.length > 100) return null;
  return PAYLOAD.exec(String.fromCharCode(...input))?.[1] ?? null;
}

/** Stated ones first, then by the hash of their block: the order in which they were given decides nothing. */
export function ofDistinctBlocks(witnesses: readonly HoldingWitness[]): readonly HoldingWitness[] {
  const distinct = new Map<string, HoldingWitness>();
  for (const one of witnesses) {
    const { block, transaction } = one.transaction;
    const key = `${block.hash} ${transaction.hash}`;
    if (distinct.get(key)?.isFound !== false) distinct.set(key, one);
  }
  return [...distinct]
    .sort(([a, one], [b, other]) => Number(one.isFound) - Number(other.isFound) || (a < b ? -1 : 1))
    .map(([, one]) => one);
}
