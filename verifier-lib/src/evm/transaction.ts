/** Transactions of each type, and who signed. */

import { keccak_256 } from "@noble/hashes/sha3.js";
import { recoverPublicKey, Signature } from "@noble/secp256k1";
import { bytesToHex, concatBytes, FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { encodeRlp, parseRlp, parseRlpInteger, type RlpErrorCode, type RlpItem, rlpInteger } from "./rlp.js";

// Signed transactions as blocks contain them: legacy (EIP-155 and before), EIP-2930, EIP-1559, EIP-4844 (without
// blobs) and EIP-7702. Ethereum execution specs, `transactions.py`, https://github.com/ethereum/execution-specs.
//
// Checks the form, not the rules of a fork: gas, fees, nonces and balances are not judged.

/** Types of transactions: legacy, and those of EIP-2930, EIP-1559, EIP-4844 and EIP-7702, in this order. */
export type EvmTransactionType = "legacy" | "access-list" | "dynamic-fee" | "blob" | "set-code";

/** The fields of a transaction that an anchor is checked by. */
export interface ParsedEvmTransaction {
  /** Keccak-256 of the bytes: `0x` and lower-case hexadecimal, as is `to`. */
  readonly hash: string;
  readonly type: EvmTransactionType;
  /** EIP-155 identifier that the signature covers; null before EIP-155. */
  readonly chainId: number | null;
  /** Null if the transaction creates a contract. */
  readonly to: string | null;
  /** In wei. */
  readonly value: bigint;
  /** Calldata. */
  readonly input: Uint8Array;
  readonly signature: EvmSignature;
}

/** An ECDSA signature over secp256k1, and what it signs. */
export interface EvmSignature {
  /** Keccak-256 of what is signed. */
  readonly signedHash: Uint8Array;
  readonly r: bigint;
  readonly s: bigint;
  readonly yParity: 0 | 1;
}

/** Codes of the `FormatError` that `parseEvmTransaction` throws. */
export type EvmTransactionErrorCode =
  | RlpErrorCode
  | "evm_transaction_malformed"
  /** A type that Ethereum does not define, or not yet: the message names it. */
  | "evm_transaction_type_unknown";

/** Options of `parseEvmTransaction`. */
export interface ParseEvmTransactionOptions {
  /** The budget for bytes and items. Default: a new one. */
  readonly work?: WorkBudget;
}

type Form = "integer" | "nonce" | "address" | "to" | "data" | "access-list" | "hashes" | "authorizations";
type Field = readonly [name: string, form: Form];

const NONCE: Field = ["nonce", "nonce"];
const GAS: Field = ["gasLimit", "integer"];
const CALL: readonly Field[] = [
  ["to", "to"],
  ["value", "integer"],
  ["data", "data"],
];
/** EIP-4844 and EIP-7702 create no contracts. */
const CALL_OF_ACCOUNT: readonly Field[] = [["to", "address"], ...CALL.slice(1)];
const CHAIN: Field = ["chainId", "integer"];
const FEES: readonly Field[] = [
  ["maxPriorityFeePerGas", "integer"],
  ["maxFeePerGas", "integer"],
];
const ACCESS_LIST: Field = ["accessList", "access-list"];

/** The fields before the signature. */
const LEGACY: readonly Field[] = [NONCE, ["gasPrice", "integer"], GAS, ...CALL];
const TYPED: Readonly<Record<number, readonly [type: EvmTransactionType, fields: readonly Field[]]>> = {
  1: ["access-list", [CHAIN, NONCE, ["gasPrice", "integer"], GAS, ...CALL, ACCESS_LIST]],
  2: ["dynamic-fee", [CHAIN, NONCE, ...FEES, GAS, ...CALL, ACCESS_LIST]],
  3: [
    "blob",
    [
      CHAIN,
      NONCE,
      ...FEES,
      GAS,
      ...CALL_OF_ACCOUNT,
      ACCESS_LIST,
      ["maxFeePerBlobGas", "integer"],
      ["blobVersionedHashes", "hashes"],
    ],
  ],
  4: [
    "set-code",
    [CHAIN, NONCE, ...FEES, GAS, ...CALL_OF_ACCOUNT, ACCESS_LIST, ["authorizationList", "authorizations"]],
  ],
};
/** EIP-2718: a first byte from here on is that of a list, which is a legacy transaction. */
const FIRST_LIST_BYTE = 0xc0;

const SIGNATURE_FIELDS = 3;
const ADDRESS_BYTES = 20;
const HASH_BYTES = 32;
const INTEGER_BYTES = 32;
/** EIP-2681. */
const NONCE_BYTES = 8;

/** Keccak-256 of 136 bytes takes about 2 µs. The bytes are hashed twice: whole, and without the signature. */
const UNITS_PER_HASH_BLOCK = 16;
const HASH_BLOCK_BYTES = 136;

/**
 * Parses a transaction.
 *
 * @param bytes as in the transactions' trie: the byte of the type and RLP, or RLP alone (legacy).
 * @throws FormatError with an `EvmTransactionErrorCode`, or `work_limit_exceeded`.
 */
export function parseEvmTransaction(
  bytes: Uint8Array,
  { work = new WorkBudget() }: ParseEvmTransactionOptions = {},
): ParsedEvmTransaction {
  work.spend(UNITS_PER_HASH_BLOCK * Math.ceil((bytes.length + 1) / HASH_BLOCK_BYTES));
  const [first] = bytes;
  if (first === undefined) throw malformed("no bytes");
  if (first >= FIRST_LIST_BYTE) return parseLegacy(bytes, work);
  const known = TYPED[first];
  if (known === undefined) {
    const type = `0x${first.toString(16).padStart(2, "0")}`;
    throw new FormatError<EvmTransactionErrorCode>("evm_transaction_type_unknown", `type ${type}`, 0);
  }
  const [type, fields] = known;
  const items = readFields(bytes.subarray(1), fields, work);
  const [parity, r, s] = items.slice(-SIGNATURE_FIELDS) as readonly RlpItem[];
  const yParity = readInteger(parity!, "yParity");
  if (yParity > 1n) throw malformed("yParity is neither 0 nor 1");
  const unsigned = encodeRlp(items.slice(0, -SIGNATURE_FIELDS));
  const of = named(items, fields);
  return {
    ...commonOf(bytes, of),
    type,
    chainId: safeChainId(readInteger(of("chainId"), "chainId")),
    signature: {
      signedHash: keccak_256(concatBytes([Uint8Array.of(first), unsigned])),
      ...readSignature(r!, s!),
      yParity: yParity === 1n ? 1 : 0,
    },
  };
}

/** `v` is 27 or 28, or since EIP-155 the parity of y and 35 + 2 × chain id. */
function parseLegacy(bytes: Uint8Array, work: WorkBudget): ParsedEvmTransaction {
  const items = readFields(bytes, LEGACY, work);
  const [v, r, s] = items.slice(-SIGNATURE_FIELDS) as readonly RlpItem[];
  const value = readInteger(v!, "v");
  const isProtected = value >= 35n;
  if (!isProtected && value !== 27n && value !== 28n) throw malformed("v is none of 27, 28, 35 and above");
  const chainId = isProtected ? (value - 35n) / 2n : null;
  const unsigned = items.slice(0, -SIGNATURE_FIELDS);
  const chain = chainId === null ? [] : [rlpInteger(chainId), new Uint8Array(), new Uint8Array()];
  return {
    ...commonOf(bytes, named(items, LEGACY)),
    type: "legacy",
    chainId: chainId === null ? null : safeChainId(chainId),
    signature: {
      signedHash: keccak_256(encodeRlp([...unsigned, ...chain])),
      ...readSignature(r!, s!),
      // 27 and 35 are odd.
      yParity: value % 2n === 0n ? 1 : 0,
    },
  };
}

function commonOf(bytes: Uint8Array, of: (name: string) => RlpItem) {
  const to = of("to") as Uint8Array;
  return {
    hash: `0x${bytesToHex(keccak_256(bytes))}`,
    to: to.length === 0 ? null : `0x${bytesToHex(to)}`,
    value: readInteger(of("value"), "value"),
    input: of("data") as Uint8Array,
  };
}

function named(items: readonly RlpItem[], fields: readonly Field[]): (name: string) => RlpItem {
  return (name) => items[fields.findIndex((field) => field[0] === name)]!;
}

/** The fields and the three of the signature. */
function readFields(bytes: Uint8Array, fields: readonly Field[], work: WorkBudget): readonly RlpItem[] {
  const items = parseRlp(bytes, { work });
  const count = fields.length + SIGNATURE_FIELDS;
  if (items instanceof Uint8Array || items.length !== count) throw malformed(`not a list of ${count} fields`);
  for (const [i, [name, form]] of fields.entries()) FORMS[form](items[i]!, name);
  return items;
}

const FORMS: Readonly<Record<Form, (item: RlpItem, name: string) => void>> = {
  integer: readInteger,
  nonce: (item, name) => {
    readInteger(item, name);
    if (item.length > NONCE_BYTES) throw malformed(`${name} has more than ${NONCE_BYTES} bytes`);
  },
  address: (item, name) => readFixed(item, name, ADDRESS_BYTES),
  to: (item, name) => {
    if (!(item instanceof Uint8Array) || item.length > 0) readFixed(item, name, ADDRESS_BYTES);
  },
  data: (item, name) => {
    if (!(item instanceof Uint8Array)) throw malformed(`${name} is a list`);
  },
  "access-list": (item, name) => {
    for (const entry of readList(item, name)) {
      const [address, keys] = readList(entry, name, 2);
      readFixed(address!, name, ADDRESS_BYTES);
      for (const key of readList(keys!, name)) readFixed(key, name, HASH_BYTES);
    }
  },
  hashes: (item, name) => {
    const hashes = readList(item, name);
    if (hashes.length === 0) throw malformed(`${name} is empty`);
    for (const hash of hashes) readFixed(hash, name, HASH_BYTES);
  },
  authorizations: (item, name) => {
    const authorizations = readList(item, name);
    if (authorizations.length === 0) throw malformed(`${name} is empty`);
    for (const one of authorizations) {
      const [chainId, address, nonce, ...signature] = readList(one, name, 6);
      for (const integer of [chainId!, nonce!, ...signature]) readInteger(integer, name);
      readFixed(address!, name, ADDRESS_BYTES);
    }
  },
};

function readSignature(r: RlpItem, s: RlpItem): Pick<EvmSignature, "r" | "s"> {
  return { r: readInteger(r, "r"), s: readInteger(s, "s") };
}

function readInteger(item: RlpItem, name: string): bigint {
  if (!(item instanceof Uint8Array) || item.length > INTEGER_BYTES) {
    throw malformed(`${name} is no integer of at most ${INTEGER_BYTES} bytes`);
  }
  return parseRlpInteger(item);
}

function readFixed(item: RlpItem, name: string, length: number): void {
  if (!(item instanceof Uint8Array) || item.length !== length)
    throw malformed(`${name} has not ${length} bytes`);
}

function readList(item: RlpItem, name: string, length?: number): readonly RlpItem[] {
  if (item instanceof Uint8Array) throw malformed(`${name} is not a list`);
  if (length !== undefined && item.length !== length) throw malformed(`${name}: not a list of ${length}`);
  return item;
}

/** The chains of portable proofs have such identifiers. */
function safeChainId(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed("a chain id beyond 2^53 - 1");
  return Number(value);
}

function malformed(message: string): FormatError<EvmTransactionErrorCode> {
  return new FormatError("evm_transaction_malformed", message, 0);
}

// The account that signed a transaction: Ethereum Yellow Paper, appendix F; EIP-2 (low s). Loaded on demand, because of
// the curve.

/** Code of the `FormatError` that `recoverSender` throws. */
export type EvmSignatureErrorCode =
  /** No key has this signature, or s is in the upper half of the order (EIP-2). */
  "evm_signature_invalid";

/** The order of secp256k1: SEC 2, section 2.4.1. */
const ORDER = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n;

/** A recovery takes about two milliseconds. */
const UNITS_PER_RECOVERY = 8000;

/**
 * Senders that were recovered lately, by all that they follow from, the oldest first. Proofs of one batch share their
 * anchor's transaction, and whoever verifies thousands of them would recover one sender thousands of times.
 */
const recovered = new Map<string, string>();
const MAX_RECOVERED = 64;

/**
 * Recovers the address of the sender: `0x` and lower-case hexadecimal.
 *
 * @param options.work the budget. Default: a new one.
 * @throws FormatError `evm_signature_invalid`, or `work_limit_exceeded`.
 */
export function recoverSender(
  { signedHash, r, s, yParity }: EvmSignature,
  { work = new WorkBudget() }: { readonly work?: WorkBudget } = {},
): string {
  work.spend(UNITS_PER_RECOVERY);
  const name = `${bytesToHex(signedHash)} ${r} ${s} ${yParity}`;
  const known = recovered.get(name);
  if (known !== undefined) return known;
  if (s > ORDER / 2n) throw invalid("s is in the upper half of the order");
  let key: Uint8Array;
  try {
    // Refuses r and s that are not from 1 to below the order.
    const signature = new Signature(r, s, yParity).toBytes("recovered");
    key = recoverPublicKey(signature, signedHash, { prehash: false, isCompressed: false });
  } catch (cause) {
    throw invalid("r or s is out of range, no point has this r, or the key is the point at infinity", cause);
  }
  // The first byte says that the key is not compressed.
  const sender = `0x${bytesToHex(keccak_256(key.subarray(1)).subarray(-ADDRESS_BYTES))}`;
  recovered.set(name, sender);
  if (recovered.size > MAX_RECOVERED) recovered.delete(recovered.keys().next().value as string);
  return sender;
}

function invalid(message: string, cause?: unknown): FormatError<EvmSignatureErrorCode> {
  return new FormatError("evm_signature_invalid", message, 0, null, cause);
}
