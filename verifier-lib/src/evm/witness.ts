/**
 * The witness of a transaction, `svc-evm-witness/1`: the header of its block and the nodes of the transactions' trie
 * on the path to it. See docs/formats/evm-witness.md.
 *
 * Does not check that header and nodes belong together.
 */

import {
  bytesToHex,
  decodeHexInto,
  FormatError,
  hexToBytes,
  type JsonErrorCode,
  JsonReader,
} from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { EVM_WITNESS_LIMITS } from "../limits.js";
import {
  type EvmBlockHeader,
  type EvmBlockHeaderErrorCode,
  MAX_EVM_HEADER_BYTES,
  parseEvmBlockHeader,
} from "./block-header.js";
import { encodeRlp, rlpInteger } from "./rlp.js";
import {
  type EvmSignatureErrorCode,
  type EvmTransactionErrorCode,
  type ParsedEvmTransaction,
  parseEvmTransaction,
  recoverSender,
} from "./transaction.js";
import { readTrieProof, type TrieErrorCode } from "./trie.js";

// What a witness proves by itself: a transaction with this sender and input is in the block with this hash. See
// docs/formats/evm-witness.md, "Verification".
//
// Does not check whether the block is on the chain.

/** A transaction in a block. */
export interface WitnessedTransaction {
  readonly chainId: number;
  readonly block: EvmBlockHeader;
  /** RLP of the block's header. */
  readonly header: Uint8Array;
  readonly transaction: ParsedEvmTransaction;
  /** Place in the block, from 0. */
  readonly transactionIndex: number;
  /** `0x` and lower-case hexadecimal. */
  readonly sender: string;
}

/** Why a witness proves nothing. */
export type WitnessFault =
  | EvmBlockHeaderErrorCode
  | TrieErrorCode
  | EvmTransactionErrorCode
  | EvmSignatureErrorCode
  /** The transaction is signed for another chain. */
  | "witness_chain_mismatch";

/**
 * Checks that header, path and transaction belong together.
 *
 * @param options.work the budget. Default: a new one.
 * @throws FormatError with a `WitnessFault`, or `work_limit_exceeded`.
 */
export function openWitness(
  { chainId, header, transactionIndex, proof }: EvmWitness,
  { work = new WorkBudget() }: { readonly work?: WorkBudget } = {},
): WitnessedTransaction {
  const block = parseEvmBlockHeader(header, { work });
  const key = encodeRlp(rlpInteger(BigInt(transactionIndex)));
  const bytes = readTrieProof(hexToBytes(block.transactionsRoot.slice(2)), key, proof, { work });
  const transaction = parseEvmTransaction(bytes, { work });
  // Transactions from before EIP-155 name no chain.
  if (transaction.chainId !== null && transaction.chainId !== chainId) {
    const message = `the transaction is signed for chain ${transaction.chainId}`;
    throw new FormatError<WitnessFault>("witness_chain_mismatch", message, 0);
  }
  const sender = recoverSender(transaction.signature, { work });
  return { chainId, block, header, transaction, transactionIndex, sender };
}

/** The member `format` of a witness. */
export const EVM_WITNESS_FORMAT = "svc-evm-witness/1";

/** The inclusion of a transaction in a block: docs/formats/evm-witness.md. */
export interface EvmWitness {
  /** EIP-155 identifier, from 1. */
  readonly chainId: number;
  /** RLP of the block's header. */
  readonly header: Uint8Array;
  /** Place of the transaction in its block, from 0. */
  readonly transactionIndex: number;
  /** RLP of the nodes of the transactions' trie from the root to the transaction. */
  readonly proof: readonly Uint8Array[];
}

/** Indexes have at most 32 bits, so a key has five bytes. */
export const MAX_TRANSACTION_INDEX: number = 2 ** 32 - 1;

/** Each of the ten nibbles of a key can lead to one more node. */
export const MAX_WITNESS_NODES = 11;

/** Every error code of `parseEvmWitness`, one per malformation. */
export type EvmWitnessErrorCode =
  | JsonErrorCode
  | "missing_field"
  | "unsupported_format"
  /** Not `0x` and an even number of lower-case hexadecimal characters. */
  | "witness_hex_malformed"
  | "witness_header_too_large"
  | "witness_no_nodes"
  | "witness_too_many_nodes";

/** Characters read per unit of work. */
const CHARACTERS_PER_UNIT = 32;

type Reader = JsonReader<EvmWitnessErrorCode>;

/** Options of `parseEvmWitness`. */
export interface ParseEvmWitnessOptions {
  /** The budget for characters. Default: a new one. */
  readonly work?: WorkBudget;
}

/**
 * Parses a witness.
 *
 * @param input the bytes of the document, or its text.
 * @throws FormatError with an `EvmWitnessErrorCode`, or `work_limit_exceeded`.
 */
export function parseEvmWitness(
  input: Uint8Array | string,
  { work = new WorkBudget() }: ParseEvmWitnessOptions = {},
): EvmWitness {
  // What is too large is refused by the reader before it costs anything.
  if (input.length <= EVM_WITNESS_LIMITS.maxBytes) work.spend(Math.ceil(input.length / CHARACTERS_PER_UNIT));
  const reader: Reader = new JsonReader(input, EVM_WITNESS_LIMITS);
  let format: string | undefined;
  let chainId: number | undefined;
  let header: Uint8Array | undefined;
  let transactionIndex: number | undefined;
  let proof: readonly Uint8Array[] | undefined;
  const start = reader.position;
  reader.readObject((key) => {
    const at = reader.position;
    switch (key) {
      case "format":
        format = reader.readString();
        if (format !== EVM_WITNESS_FORMAT) {
          reader.fail("unsupported_format", `expected "${EVM_WITNESS_FORMAT}"`, at);
        }
        return;
      case "chain_id":
        chainId = reader.readInteger(1, Number.MAX_SAFE_INTEGER);
        return;
      case "header":
        header = readBytes(reader);
        if (header.length > MAX_EVM_HEADER_BYTES) {
          reader.fail("witness_header_too_large", `expected at most ${MAX_EVM_HEADER_BYTES} bytes`, at);
        }
        return;
      case "transaction_index":
        transactionIndex = reader.readInteger(0, MAX_TRANSACTION_INDEX);
        return;
      case "proof":
        proof = readNodes(reader);
        return;
      default:
        reader.skipValue();
    }
  });
  if (format === undefined) missing(reader, "format", start);
  const witness = {
    chainId: chainId ?? missing(reader, "chain_id", start),
    header: header ?? missing(reader, "header", start),
    transactionIndex: transactionIndex ?? missing(reader, "transaction_index", start),
    proof: proof ?? missing(reader, "proof", start),
  };
  reader.end();
  return witness;
}

/**
 * Encodes a witness: the fields in the order of the document, without white space.
 *
 * @throws RangeError if `parseEvmWitness` would refuse the result.
 */
export function encodeEvmWitness({ chainId, header, transactionIndex, proof }: EvmWitness): string {
  checkInteger("chainId", chainId, 1, Number.MAX_SAFE_INTEGER);
  checkInteger("transactionIndex", transactionIndex, 0, MAX_TRANSACTION_INDEX);
  checkInteger("header.length", header.length, 0, MAX_EVM_HEADER_BYTES);
  checkInteger("proof.length", proof.length, 1, MAX_WITNESS_NODES);
  const text = JSON.stringify({
    format: EVM_WITNESS_FORMAT,
    chain_id: chainId,
    header: `0x${bytesToHex(header)}`,
    transaction_index: transactionIndex,
    proof: proof.map((node) => `0x${bytesToHex(node)}`),
  });
  checkInteger("witness", text.length, 0, EVM_WITNESS_LIMITS.maxBytes);
  return text;
}

function readNodes(reader: Reader): readonly Uint8Array[] {
  const nodes: Uint8Array[] = [];
  const start = reader.position;
  reader.readArray((index) => {
    if (index >= MAX_WITNESS_NODES) {
      reader.fail("witness_too_many_nodes", `expected at most ${MAX_WITNESS_NODES} nodes`, reader.position);
    }
    nodes.push(readBytes(reader));
  });
  if (nodes.length === 0) reader.fail("witness_no_nodes", "expected at least one node", start);
  return nodes;
}

function readBytes(reader: Reader): Uint8Array {
  const at = reader.position;
  const text = reader.readString();
  const hex = text.slice(2);
  const bytes = new Uint8Array(hex.length >> 1);
  if (!text.startsWith("0x") || !decodeHexInto(hex, bytes)) {
    reader.fail("witness_hex_malformed", "expected 0x and bytes in lower-case hexadecimal", at);
  }
  return bytes;
}

function missing(reader: Reader, field: string, at: number): never {
  return reader.fail("missing_field", `expected a field "${field}"`, at);
}

function checkInteger(name: string, value: number, min: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return;
  throw new RangeError(`"${name}" expected an integer from ${min} to ${max}, got ${value}`);
}
