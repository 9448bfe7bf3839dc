/**
 * The trie of a block's transactions, whose root is in the header: Ethereum Yellow Paper, section 4.3.2 and appendix D.
 * The key of a transaction is the RLP of its index, its value the transaction's bytes.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { encodeRlp, type RlpItem, rlpInteger } from "@svc-proof/verifier-lib/evm";
import { keccak256 } from "viem";

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
