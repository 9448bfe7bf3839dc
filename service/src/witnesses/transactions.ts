/** Transactions as bytes, and their trie. */

import { setImmediate as nextTurn } from "node:timers/promises";
import { hexToBytes } from "@svc-proof/shared/encoding";
import { encodeRlp, type RlpItem, rlpInteger } from "@svc-proof/verifier-lib/evm";
import { keccak256 } from "viem";

/**
 * The bytes of a transaction, from the object that `eth_getBlockByHash` returns: Ethereum execution APIs,
 * https://github.com/ethereum/execution-apis/blob/main/src/schemas/transaction.yaml. The same bytes are the value in
 * the transactions' trie and what the transaction's hash is made from: EIP-2718.
 *
 * Does not check the signature or the hash.
 */
type Fields = Readonly<Record<string, unknown>>;

/** Null if the value is none of its form. */
type Form = (value: unknown) => RlpItem | null;

const MAX_QUANTITY_DIGITS = 64;
const ADDRESS_BYTES = 20;
const WORD_BYTES = 32;

const data: Form = (value) => {
  const text = typeof value === "string" ? value.toLowerCase() : "";
  return /^0x(?:[0-9a-f]{2})*$/.test(text) ? hexToBytes(text.slice(2)) : null;
};
/** Early nodes wrote signatures with leading zeros, which the encoding drops. */
const quantity: Form = (value) => {
  const isOne =
    typeof value === "string" && value.length <= 2 + MAX_QUANTITY_DIGITS && /^0x[0-9a-f]+$/i.test(value);
  return isOne ? rlpInteger(BigInt(value)) : null;
};
const address = sized(ADDRESS_BYTES);
const word = sized(WORD_BYTES);
/** Null, or no value at all, when the transaction creates a contract. */
const recipient: Form = (value) =>
  value === null || value === undefined ? new Uint8Array() : address(value);
const accessList = listOf(record({ address, storageKeys: listOf(word) }));
const authorizations = listOf(
  record({ chainId: quantity, address, nonce: quantity, yParity: quantity, r: quantity, s: quantity }),
);

/** The fields of each type in the order of their encoding. */
const LAYOUTS: ReadonlyMap<number, Readonly<Record<string, Form>>> = new Map<
  number,
  Readonly<Record<string, Form>>
>([
  [
    0x00, // Yellow Paper, section 4.3; EIP-155
    {
      nonce: quantity,
      gasPrice: quantity,
      gas: quantity,
      to: recipient,
      value: quantity,
      input: data,
      v: quantity,
      r: quantity,
      s: quantity,
    },
  ],
  [
    0x01, // EIP-2930
    {
      chainId: quantity,
      nonce: quantity,
      gasPrice: quantity,
      gas: quantity,
      to: recipient,
      value: quantity,
      input: data,
      accessList,
      yParity: quantity,
      r: quantity,
      s: quantity,
    },
  ],
  [
    0x02, // EIP-1559
    {
      chainId: quantity,
      nonce: quantity,
      maxPriorityFeePerGas: quantity,
      maxFeePerGas: quantity,
      gas: quantity,
      to: recipient,
      value: quantity,
      input: data,
      accessList,
      yParity: quantity,
      r: quantity,
      s: quantity,
    },
  ],
  [
    0x03, // EIP-4844, without the blobs
    {
      chainId: quantity,
      nonce: quantity,
      maxPriorityFeePerGas: quantity,
      maxFeePerGas: quantity,
      gas: quantity,
      to: address,
      value: quantity,
      input: data,
      accessList,
      maxFeePerBlobGas: quantity,
      blobVersionedHashes: listOf(word),
      yParity: quantity,
      r: quantity,
      s: quantity,
    },
  ],
  [
    0x04, // EIP-7702
    {
      chainId: quantity,
      nonce: quantity,
      maxPriorityFeePerGas: quantity,
      maxFeePerGas: quantity,
      gas: quantity,
      to: address,
      value: quantity,
      input: data,
      accessList,
      authorizationList: authorizations,
      yParity: quantity,
      r: quantity,
      s: quantity,
    },
  ],
]);

/**
 * Encodes a transaction of a known type: legacy, or of EIP-2930, EIP-1559, EIP-4844 or EIP-7702.
 *
 * @returns null if the type is unknown, or a field is missing or malformed.
 */
export function encodeTransaction(transaction: Fields): Uint8Array | null {
  const type = transactionType(transaction);
  const layout = type === null ? undefined : LAYOUTS.get(type);
  if (layout === undefined) return null;
  const { yParity = transaction["v"] } = transaction;
  const fields = record(layout)({ ...transaction, yParity });
  if (fields === null) return null;
  const encoded = encodeRlp(fields);
  if (type === 0) return encoded;
  const typed = new Uint8Array(1 + encoded.length);
  typed[0] = type!;
  typed.set(encoded, 1);
  return typed;
}

/** The type of a transaction; null if it is no number of one byte. Nodes from before EIP-2718 state none. */
export function transactionType({ type = "0x0" }: Fields): number | null {
  return typeof type === "string" && /^0x[0-9a-f]{1,2}$/i.test(type) ? Number(type) : null;
}

function sized(length: number): Form {
  return (value) => {
    const bytes = data(value) as Uint8Array | null;
    return bytes?.length === length ? bytes : null;
  };
}

function listOf(form: Form): Form {
  return (value) => (Array.isArray(value) ? whole(value.map(form)) : null);
}

function record(layout: Readonly<Record<string, Form>>): Form {
  return (value) => {
    if (typeof value !== "object" || value === null) return null;
    return whole(Object.entries(layout).map(([name, form]) => form((value as Fields)[name])));
  };
}

function whole(items: readonly (RlpItem | null)[]): RlpItem | null {
  return items.some((item) => item === null) ? null : (items as readonly RlpItem[]);
}

// The trie of a block's transactions, whose root is in the header: Ethereum Yellow Paper, section 4.3.2 and appendix D.
// The key of a transaction is the RLP of its index, its value the transaction's bytes.

/** The root, and the way to one transaction. */
export interface TransactionsTrie {
  /** Keccak-256 of the root node, 32 bytes. */
  readonly root: Uint8Array;
  /** RLP of the nodes from the root to the transaction. Those below 32 bytes are part of the one before. */
  readonly proof: readonly Uint8Array[];
}

/** Keccak-256 of as much takes a few milliseconds; then requests have their turn. */
const BYTES_PER_TURN = 131_072;
const HASH_BYTES = 32;
const NIBBLES = 16;

/**
 * Builds the trie. Holds no more than one path of it at a time.
 *
 * @param transactions the bytes of all transactions of a block, in order.
 * @param index the transaction whose proof is wanted.
 * @throws RangeError if there is no such transaction.
 */
export async function buildTransactionsTrie(
  transactions: readonly Uint8Array[],
  index: number,
): Promise<TransactionsTrie> {
  if (!(index in transactions)) {
    throw new RangeError(`"index" expected one of ${transactions.length} transactions, got ${index}`);
  }
  const entries = transactions
    .map((value, i) => ({
      isWanted: i === index,
      nibbles: nibblesOf(encodeRlp(rlpInteger(BigInt(i)))),
      value,
    }))
    .sort((a, b) => compare(a.nibbles, b.nibbles));
  const builder = new TrieBuilder(entries);
  const root = await builder.node(0, entries.length, 0);
  return { root: keccak256(root.bytes, "bytes"), proof: builder.proofTo(root.bytes) };
}

interface Entry {
  readonly isWanted: boolean;
  readonly nibbles: readonly number[];
  readonly value: Uint8Array;
}

interface TrieNode {
  readonly item: RlpItem;
  readonly bytes: Uint8Array;
}

class TrieBuilder {
  readonly #entries: readonly Entry[];
  /** The nodes on the way to the wanted entry, the deepest first. */
  readonly #way: Uint8Array[] = [];
  #bytesOfTurn = 0;

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  /** The node of the entries in a range, which agree in their first `depth` nibbles. */
  async node(from: number, to: number, depth: number): Promise<TrieNode> {
    const { nibbles, value } = this.#entries[from]!;
    if (to - from === 1) return this.#made(from, to, [hexPrefix(nibbles.slice(depth), true), value]);
    const end = sharedUpTo(nibbles, this.#entries[to - 1]!.nibbles, depth);
    const branch = await this.#branch(from, to, end);
    if (end === depth) return branch;
    return this.#made(from, to, [hexPrefix(nibbles.slice(depth, end), false), referenceTo(branch)]);
  }

  /** The way from the root. */
  proofTo(root: Uint8Array): readonly Uint8Array[] {
    return this.#way.filter((bytes) => bytes.length >= HASH_BYTES || bytes === root).reverse();
  }

  /** No key is the beginning of another, because RLP is not ambiguous: a branch never has a value. */
  async #branch(from: number, to: number, depth: number): Promise<TrieNode> {
    const children: RlpItem[] = Array.from({ length: NIBBLES + 1 }, () => new Uint8Array());
    for (let start = from; start < to; ) {
      const nibble = this.#entries[start]!.nibbles[depth]!;
      let end = start + 1;
      while (end < to && this.#entries[end]!.nibbles[depth] === nibble) end++;
      children[nibble] = referenceTo(await this.node(start, end, depth + 1));
      start = end;
    }
    return this.#made(from, to, children);
  }

  async #made(from: number, to: number, item: RlpItem): Promise<TrieNode> {
    const bytes = encodeRlp(item);
    for (let i = from; i < to; i++) {
      if (this.#entries[i]!.isWanted) this.#way.push(bytes);
    }
    this.#bytesOfTurn += bytes.length;
    if (this.#bytesOfTurn > BYTES_PER_TURN) {
      this.#bytesOfTurn = 0;
      await nextTurn();
    }
    return { item, bytes };
  }
}

function referenceTo({ item, bytes }: TrieNode): RlpItem {
  return bytes.length < HASH_BYTES ? item : keccak256(bytes, "bytes");
}

/** Yellow Paper, appendix C. */
function hexPrefix(nibbles: readonly number[], isLeaf: boolean): Uint8Array {
  const flag = isLeaf ? 2 : 0;
  const isOdd = nibbles.length % 2 === 1;
  const all = isOdd ? [flag + 1, ...nibbles] : [flag, 0, ...nibbles];
  return Uint8Array.from({ length: all.length / 2 }, (_, i) => (all[2 * i]! << 4) | all[2 * i + 1]!);
}

function nibblesOf(key: Uint8Array): number[] {
  return [...key].flatMap((byte) => [byte >> 4, byte & 15]);
}

function sharedUpTo(a: readonly number[], b: readonly number[], from: number): number {
  let end = from;
  while (end < a.length && a[end] === b[end]) end++;
  return end;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const end = sharedUpTo(a, b, 0);
  return (a[end] ?? -1) - (b[end] ?? -1);
}
