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
import { bytesToHex, FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import {
  encodeRlp,
  type ParseRlpOptions,
  parseRlp,
  parseRlpInteger,
  type RlpErrorCode,
  type RlpItem,
  rlpInteger,
} from "./rlp.js";

type Field = readonly [name: string, form: "data" | "quantity"];

/** In header order: Ethereum execution specs, `frontier/blocks.py`. */
const FRONTIER: readonly Field[] = [
  ["parentHash", "data"],
  ["sha3Uncles", "data"],
  ["miner", "data"],
  ["stateRoot", "data"],
  ["transactionsRoot", "data"],
  ["receiptsRoot", "data"],
  ["logsBloom", "data"],
  ["difficulty", "quantity"],
  ["number", "quantity"],
  ["gasLimit", "quantity"],
  ["gasUsed", "quantity"],
  ["timestamp", "quantity"],
  ["extraData", "data"],
  ["mixHash", "data"],
  ["nonce", "data"],
];

/** Fields that forks appended, in this order. */
const APPENDED: readonly Field[] = [
  ["baseFeePerGas", "quantity"], // London, EIP-1559
  ["withdrawalsRoot", "data"], // Shanghai, EIP-4895
  ["blobGasUsed", "quantity"], // Cancun, EIP-4844
  ["excessBlobGas", "quantity"], // Cancun, EIP-4844
  ["parentBeaconBlockRoot", "data"], // Cancun, EIP-4788
  ["requestsHash", "data"], // Prague, EIP-7685
  ["blockAccessListHash", "data"], // Amsterdam, EIP-7928
  ["slotNumber", "quantity"], // Amsterdam, EIP-7843
];

/** Fields of the response that no header contains. */
const OUTSIDE: ReadonlySet<string> = new Set(["hash", "size", "totalDifficulty"]);
const KNOWN: ReadonlySet<string> = new Set(
  [...FRONTIER, ...APPENDED].map(([name]) => name).concat(...OUTSIDE),
);

/** Unknown fields to try after the known ones. A fork has appended at most three. */
const MAX_UNKNOWN = 4;
const MAX_UNKNOWN_TAKEN = 3;

const HEX = /^0x[0-9a-f]*$/;

/**
 * The header in RLP whose Keccak-256 is `hash`, from the block that `eth_getBlockByNumber` returns (Ethereum execution
 * APIs, https://github.com/ethereum/execution-apis/blob/main/src/schemas/block.yaml); null if these fields make no such header.
 *
 * The fields of a header depend on the chain and the fork, and nodes also return fields that no header
 * contains. Tries at most 50 headers: the one that hashes to `hash` is the right one, because no other has
 * that hash.
 */
export function encodeBlockHeader(block: Readonly<Record<string, unknown>>, hash: string): Uint8Array | null {
  const frontier = FRONTIER.map((field) => encoded(field, block));
  if (frontier.includes(null)) return null;
  const appended = APPENDED.map((field) => encoded(field, block));
  const last = appended.findLastIndex((field) => field !== null);
  // A missing field before a present one is encoded as the empty string.
  const known = [...frontier, ...appended.slice(0, last + 1)].map((field) => field ?? new Uint8Array());
  const unknown = unknownFields(block);
  const candidates = [known];
  for (let length = known.length - 1; length >= FRONTIER.length; length--)
    candidates.push(known.slice(0, length));
  for (const more of arrangements(unknown)) candidates.push([...known, ...more]);
  for (const fields of candidates) {
    const header = encodeRlp(fields);
    if (header.length > MAX_EVM_HEADER_BYTES) return null;
    if (evmBlockHash(header) === hash) return header;
  }
  return null;
}

/** Null if the field is missing or not hexadecimal. */
function encoded([name, form]: Field, block: Readonly<Record<string, unknown>>): Uint8Array | null {
  const value = block[name];
  const text =
    typeof value === "string" && value.length <= 2 * MAX_EVM_HEADER_BYTES ? value.toLowerCase() : "";
  if (!HEX.test(text)) return null;
  if (form === "data") return text.length % 2 === 0 ? hexToBytes(text.slice(2)) : null;
  return text === "0x" || text.length > 66 ? null : rlpInteger(BigInt(text));
}

function unknownFields(block: Readonly<Record<string, unknown>>): readonly Uint8Array[] {
  const names = Object.keys(block).filter((name) => !KNOWN.has(name) && typeof block[name] === "string");
  if (names.length > MAX_UNKNOWN) return [];
  // Hashes and addresses are data. In every fork so far, shorter values have been quantities.
  return names.flatMap((name) => {
    const isData = (block[name] as string).length >= 42;
    return encoded([name, isData ? "data" : "quantity"], block) ?? [];
  });
}

/** Every ordered choice of one to three fields. */
function arrangements(fields: readonly Uint8Array[]): Uint8Array[][] {
  const all: Uint8Array[][] = [];
  let shorter: number[][] = [[]];
  for (let length = 1; length <= MAX_UNKNOWN_TAKEN; length++) {
    shorter = shorter.flatMap((chosen) =>
      fields.flatMap((_, i) => (chosen.includes(i) ? [] : [[...chosen, i]])),
    );
    all.push(...shorter.map((chosen) => chosen.map((i) => fields[i]!)));
  }
  return all;
}

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
