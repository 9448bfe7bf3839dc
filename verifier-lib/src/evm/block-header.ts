/**
 * The header of a block by Ethereum's rules: a list of 15 fields since Frontier, to which forks append more.
 * Its Keccak-256 is the block's hash, so a header that hashes to a known hash holds the chain's data:
 * Ethereum execution specs, `blocks.py`, https://github.com/ethereum/execution-specs.
 *
 * Unknown fields may follow: they are hashed but not read.
 *
 * Does not check whether the block is on a chain, nor whether its parent or transactions are valid.
 */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import type { RlpItem } from "../rlp/parse-rlp.js";
import { type ParseRlpOptions, parseRlp, parseRlpInteger, type RlpErrorCode } from "../rlp/parse-rlp.js";

/** The fields of a block's header that date a transaction. */
export interface EvmBlockHeader {
  /** `0x` and lower-case hexadecimal, as are the other hashes. */
  readonly hash: string;
  readonly parentHash: string;
  readonly transactionsRoot: string;
  /** Height of the block, from 0. */
  readonly number: number;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly timestamp: number;
  /**
   * Whether the block's difficulty is zero, which is so in every block since the merge and in none before:
   * EIP-3675.
   */
  readonly isPostMerge: boolean;
}

/** Codes of the `FormatError` that `parseEvmBlockHeader` throws. */
export type EvmBlockHeaderErrorCode = RlpErrorCode | "evm_header_malformed" | "evm_header_too_large";

/** The fields every fork has since Frontier. Lengths in bytes; null if variable. */
const LENGTHS: readonly (number | null)[] = [
  32, // parentHash
  32, // ommersHash
  20, // beneficiary
  32, // stateRoot
  32, // transactionsRoot
  32, // receiptsRoot
  256, // logsBloom
  null, // difficulty
  null, // number
  null, // gasLimit
  null, // gasUsed
  null, // timestamp
  null, // extraData
  32, // mixHash, prevRandao since the merge
  8, // nonce
];
const PARENT_HASH = 0;
const TRANSACTIONS_ROOT = 4;
const DIFFICULTY = 7;
const NUMBER = 8;
const TIMESTAMP = 11;

/** Ethereum's newest fork has 21 to 23 fields. This leaves room for later forks. */
const MAX_FIELDS = 40;
/** A header takes 500 to 700 bytes. Bor limits extra data to 100 kB (`Header.SanityCheck`). */
export const MAX_EVM_HEADER_BYTES = 131_072;

/**
 * Parses a header.
 *
 * @param bytes RLP of the header.
 * @throws FormatError with an `EvmBlockHeaderErrorCode`, or `work_limit_exceeded`.
 */
export function parseEvmBlockHeader(bytes: Uint8Array, options: ParseRlpOptions = {}): EvmBlockHeader {
  if (bytes.length > MAX_EVM_HEADER_BYTES) {
    throw new FormatError("evm_header_too_large", `more than ${MAX_EVM_HEADER_BYTES} bytes`, 0);
  }
  const fields = fieldsOf(parseRlp(bytes, options));
  return {
    hash: evmBlockHash(bytes),
    parentHash: `0x${bytesToHex(fields[PARENT_HASH]!)}`,
    transactionsRoot: `0x${bytesToHex(fields[TRANSACTIONS_ROOT]!)}`,
    number: safeInteger(fields[NUMBER]!),
    timestamp: safeInteger(fields[TIMESTAMP]!),
    isPostMerge: parseRlpInteger(fields[DIFFICULTY]!) === 0n,
  };
}

/** The hash of a block, computed from the RLP of its header: `0x` and lower-case hexadecimal. */
export function evmBlockHash(header: Uint8Array): string {
  return `0x${bytesToHex(keccak_256(header))}`;
}

function fieldsOf(item: RlpItem): readonly Uint8Array[] {
  if (item instanceof Uint8Array || item.length < LENGTHS.length || item.length > MAX_FIELDS) {
    throw malformed("not a list of 15 to 40 fields");
  }
  return item.map((field, i) => {
    const length = LENGTHS[i];
    if (!(field instanceof Uint8Array)) throw malformed(`field ${i} is a list`);
    if (length != null && field.length !== length) throw malformed(`field ${i} has not ${length} bytes`);
    return field;
  });
}

function safeInteger(bytes: Uint8Array): number {
  const value = parseRlpInteger(bytes);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed("an integer beyond 2^53 - 1");
  return Number(value);
}

function malformed(message: string): FormatError<EvmBlockHeaderErrorCode> {
  return new FormatError("evm_header_malformed", message, 0);
}
