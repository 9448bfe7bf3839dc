/** A witness from a block. */

import { createHash } from "node:crypto";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { anchorPayload } from "@svc-proof/shared/text";
import {
  type EvmWitness,
  encodeBlockHeader,
  openWitness,
  parseEvmBlockHeader,
  parseEvmWitness,
} from "@svc-proof/verifier-lib/evm";
import { keccak256 } from "viem";
import type { Chain, WholeBlock } from "../clients/chain.js";
import type { BatchRecord, WitnessAbsence, WitnessPlace } from "../records/types.js";
import { buildTransactionsTrie, encodeTransaction, transactionType } from "./transactions.js";

// Makes the witness of a transaction from its whole block: docs/formats/evm-witness.md.
//
// The endpoint is not believed. The header must hash to the block's hash, and the trie of all transactions must have
// the header's root, so that a witness holds whatever the endpoint says.

/** The endpoint of a witness's chain. */
export type WitnessChain = Pick<Chain, "chainId" | "fetchWholeBlock" | "fetchRawTransaction">;

/** There is no witness, and why. */
export interface NoWitness {
  readonly absence: WitnessAbsence;
  /** For people: what was expected. Holds no text of the endpoint. */
  readonly reason: string;
}

/**
 * Transactions whose bytes are asked for one by one, because they cannot be encoded from their fields. Blocks of
 * layer 2 chains have some of a type of their own.
 */
const MAX_RAW_TRANSACTIONS = 64;

const HASH = /^0x[0-9a-f]{64}$/;

/**
 * Fetches the block and makes the witness.
 *
 * @param place the block, and the transaction in it: 0x-prefixed hexadecimal, lower case.
 * @throws ChainUnavailableError when the endpoint gives no usable answer.
 */
export async function buildWitness(
  chain: WitnessChain,
  { blockHash, txHash }: { readonly blockHash: string; readonly txHash: string },
): Promise<EvmWitness | NoWitness> {
  const block = await chain.fetchWholeBlock(blockHash);
  if (block === null) return none("block_missing", "the endpoint does not have the block");
  const header = encodeBlockHeader(block.header, blockHash);
  const transactionsRoot = header && transactionsRootOf(header);
  if (header === null || transactionsRoot === null) {
    return none("header_rules", "no header by Ethereum's rules has the hash of the block");
  }
  const transactionIndex = block.transactions.findIndex(({ hash }) => hash === txHash);
  if (transactionIndex < 0) return none("block_missing", "the endpoint's block lacks the transaction");
  for await (const transactions of encodings(chain, block)) {
    if (typeof transactions === "string") return none("transactions", transactions);
    if (transactionIndex >= transactions.length) continue;
    const { root, proof } = await buildTransactionsTrie(transactions, transactionIndex);
    if (`0x${bytesToHex(root)}` !== transactionsRoot) continue;
    if (keccak256(transactions[transactionIndex]!) !== txHash) break;
    return { chainId: chain.chainId, header, transactionIndex, proof };
  }
  return none("transactions", "the transactions do not have the root that the header states");
}

/** Null for a header that hashes to its block's hash but is not one of Ethereum's. */
function transactionsRootOf(header: Uint8Array): string | null {
  try {
    return parseEvmBlockHeader(header).transactionsRoot;
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

/** What the trie may hold, cheapest first; a text at the end if some transaction cannot be encoded. */
async function* encodings(
  chain: WitnessChain,
  { transactions }: WholeBlock,
): AsyncGenerator<readonly Uint8Array[] | string> {
  const encoded = transactions.map(encodeTransaction);
  const counts = countsInTrie(transactions);
  yield* wholeOf(encoded, counts);
  const doubtful = encoded.flatMap((bytes, i) =>
    bytes === null || keccak256(bytes) !== transactions[i]!["hash"] ? [i] : [],
  );
  if (doubtful.length === 0) return;
  if (doubtful.length > MAX_RAW_TRANSACTIONS) {
    yield `${doubtful.length} transactions cannot be encoded, the first of ${typeName(transactions[doubtful[0]!]!)}`;
    return;
  }
  for (const i of doubtful) {
    const hash = transactions[i]!["hash"];
    encoded[i] = typeof hash === "string" && HASH.test(hash) ? await chain.fetchRawTransaction(hash) : null;
  }
  yield* wholeOf(encoded, counts);
  const missing = encoded.slice(0, Math.min(...counts)).indexOf(null);
  if (missing >= 0) yield `transaction ${missing} of ${typeName(transactions[missing]!)} cannot be encoded`;
}

/** How many of a block's transactions are in its trie, as far as that is known. */
function countsInTrie(transactions: WholeBlock["transactions"]): readonly number[] {
  const all = transactions.length;
  const isUnsigned = ["r", "s"].every((name) => /^0x0*$/.test(String(transactions.at(-1)?.[name])));
  // Polygon's nodes list the transaction that takes over the state of Ethereum last. It is unsigned, and in no trie.
  return isUnsigned ? [all, all - 1] : [all];
}

function* wholeOf(
  encoded: readonly (Uint8Array | null)[],
  counts: readonly number[],
): Generator<readonly Uint8Array[]> {
  for (const count of counts) {
    const transactions = encoded.slice(0, count);
    if (transactions.every((bytes) => bytes !== null)) yield transactions;
  }
}

function typeName(transaction: WholeBlock["transactions"][number]): string {
  const type = transactionType(transaction);
  return type === null ? "a malformed type" : `type 0x${type.toString(16).padStart(2, "0")}`;
}

function none(absence: WitnessAbsence, reason: string): NoWitness {
  return { absence, reason };
}

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

/**
 * The digest by which a block is bound to Bitcoin: SHA-256 of the RLP bytes of the header in its witness, 64 lower-case
 * hexadecimal characters (docs/formats/evm-witness.md, "Tied to Bitcoin").
 *
 * @throws FormatError when the witness is malformed.
 */
export function headerDigest(witness: Uint8Array): string {
  return createHash("sha256").update(parseEvmWitness(witness).header).digest("hex");
}

/**
 * Reads a witness as whoever verifies it will.
 *
 * @returns what is wrong with it: a code of the verifier, or a text; null if it proves the anchor in the block.
 */
export function witnessFault(document: Uint8Array, block: AnchoredBlock): string | null {
  try {
    const witness = parseEvmWitness(document);
    const opened = openWitness(witness);
    if (witness.chainId !== block.chainId) return "another chain";
    if (opened.block.hash !== block.blockHash) return "another block";
    if (opened.transaction.hash !== block.txHash) return "another transaction";
    const payload = bytesToHex(new TextEncoder().encode(anchorPayload(block.root)));
    return bytesToHex(opened.transaction.input) === payload ? null : "another payload";
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}
