/**
 * A strict reader of Merkle-Patricia proofs: Ethereum Yellow Paper, appendices C and D;
 * https://ethereum.org/developers/docs/data-structures-and-encoding/patricia-merkle-trie/.
 *
 * A proof is the nodes from the root to the value, the root first. Nodes shorter than 32 bytes are part of their
 * parent and are not listed. Only the form that Ethereum's writers produce is accepted: a trie with the same contents
 * has one root, and a proof has no bytes that nothing commits to.
 *
 * Does not prove that a key is absent.
 */

import { keccak_256 } from "@noble/hashes/sha3.js";
import { FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { encodeRlp, parseRlp, type RlpErrorCode, type RlpItem } from "./rlp.js";

/** Codes of the `FormatError` that `readTrieProof` throws. */
export type TrieErrorCode =
  | RlpErrorCode
  /** The path needs a node that is not in the proof. */
  | "trie_node_missing"
  /** A node does not have the hash by which its parent, or the root, names it. */
  | "trie_node_hash_mismatch"
  /** Neither a leaf, an extension nor a branch, or one in a form that no writer produces. */
  | "trie_node_malformed"
  /** Nodes follow the value. */
  | "trie_node_surplus"
  /** The nodes lead to no value, or to that of another key. */
  | "trie_key_absent";

/** Options of `readTrieProof`. */
export interface ReadTrieProofOptions {
  /** The budget for hashing and reading nodes. Default: a new one. */
  readonly work?: WorkBudget;
}

/** Keccak-256 of 136 bytes takes about 2 µs. */
const UNITS_PER_HASH_BLOCK = 8;
const HASH_BLOCK_BYTES = 136;

const HASH_BYTES = 32;
const BRANCH_ITEMS = 17;

type Node =
  | { readonly kind: "leaf"; readonly path: readonly number[]; readonly value: Uint8Array }
  | { readonly kind: "extension"; readonly path: readonly number[]; readonly child: Uint8Array | Node }
  | { readonly kind: "branch"; readonly children: readonly Reference[]; readonly value: Uint8Array };

/** A node by its hash, or the node itself; null for no node. */
type Reference = Uint8Array | Node | null;

/**
 * Reads the value of a key.
 *
 * @param root Keccak-256 of the root node, 32 bytes.
 * @param key bytes; not hashed here.
 * @param nodes RLP of each node, the root first.
 * @returns the value, a view into the last node. Never empty.
 * @throws FormatError with a `TrieErrorCode`, whose `offset` counts from the start of the node; `work_limit_exceeded`.
 */
export function readTrieProof(
  root: Uint8Array,
  key: Uint8Array,
  nodes: readonly Uint8Array[],
  { work = new WorkBudget() }: ReadTrieProofOptions = {},
): Uint8Array {
  const nibbles = nibblesOf(key);
  let depth = 0;
  let used = 0;
  let reference: Uint8Array | Node = root;
  for (;;) {
    const node: Node =
      reference instanceof Uint8Array ? readNode(nodes[used], reference, used++, work) : reference;
    // The form below an extension is known only here, where its child is read.
    let next: Reference;
    if (node.kind === "branch") {
      if (depth === nibbles.length) return ended(node.value, used, nodes);
      next = node.children[nibbles[depth]!]!;
      depth++;
    } else {
      if (!node.path.every((nibble, i) => nibbles[depth + i] === nibble)) throw absent();
      depth += node.path.length;
      if (node.kind === "leaf") {
        if (depth !== nibbles.length) throw absent();
        return ended(node.value, used, nodes);
      }
      const child: Uint8Array | Node = node.child;
      next = child instanceof Uint8Array ? readNode(nodes[used], child, used++, work) : child;
      if (next.kind !== "branch") throw malformed("an extension that does not end in a branch");
    }
    if (next === null) throw absent();
    reference = next;
  }
}

function ended(value: Uint8Array, used: number, nodes: readonly Uint8Array[]): Uint8Array {
  if (value.length === 0) throw absent();
  if (used < nodes.length) {
    throw trieError("trie_node_surplus", `expected ${used} nodes, got ${nodes.length}`);
  }
  return value;
}

/** @param index place in the proof; the root may be shorter than 32 bytes. */
function readNode(bytes: Uint8Array | undefined, hash: Uint8Array, index: number, work: WorkBudget): Node {
  if (bytes === undefined) throw trieError("trie_node_missing", `node ${index} is not in the proof`);
  work.spend(UNITS_PER_HASH_BLOCK * Math.ceil((bytes.length + 1) / HASH_BLOCK_BYTES));
  const computed = keccak_256(bytes);
  if (hash.length !== HASH_BYTES || !computed.every((byte, i) => byte === hash[i])) {
    throw trieError("trie_node_hash_mismatch", `node ${index} does not have the hash that its parent names`);
  }
  if (index > 0 && bytes.length < HASH_BYTES) throw malformed("a node below 32 bytes outside of its parent");
  return nodeOf(parseRlp(bytes, { work }));
}

function nodeOf(item: RlpItem): Node {
  if (item instanceof Uint8Array) throw malformed("a byte string");
  if (item.length === BRANCH_ITEMS) return branchOf(item);
  const [prefix, content] = item;
  if (item.length !== 2 || !(prefix instanceof Uint8Array)) throw malformed("not a list of 2 or 17 items");
  const { isLeaf, path } = decodePrefix(prefix);
  if (isLeaf) {
    if (!(content instanceof Uint8Array) || content.length === 0) throw malformed("a leaf without a value");
    return { kind: "leaf", path, value: content };
  }
  const child = referenceOf(content!);
  if (path.length === 0 || child === null) throw malformed("an extension without a path or a child");
  return { kind: "extension", path, child };
}

function branchOf(items: readonly RlpItem[]): Node {
  const value = items[BRANCH_ITEMS - 1]!;
  if (!(value instanceof Uint8Array)) throw malformed("a branch whose value is a list");
  const children = items.slice(0, BRANCH_ITEMS - 1).map(referenceOf);
  const count = children.filter((child) => child !== null).length + (value.length > 0 ? 1 : 0);
  if (count < 2) throw malformed("a branch with less than two ways");
  return { kind: "branch", children, value };
}

function referenceOf(item: RlpItem): Reference {
  if (item instanceof Uint8Array) {
    if (item.length === 0) return null;
    if (item.length !== HASH_BYTES) throw malformed("a reference that is not a hash");
    return item;
  }
  if (encodeRlp(item).length >= HASH_BYTES) throw malformed("a node of 32 bytes or more inside its parent");
  return nodeOf(item);
}

/** Hex-prefix encoding: the first nibble has two flags, leaf and odd length; the second is zero if the length is even. */
function decodePrefix(bytes: Uint8Array): { readonly isLeaf: boolean; readonly path: readonly number[] } {
  const [flags, second, ...rest] = nibblesOf(bytes);
  if (flags === undefined || flags > 3) throw malformed("a path with unknown flags");
  const isOdd = (flags & 1) === 1;
  if (!isOdd && second !== 0) throw malformed("a path whose padding is not zero");
  return { isLeaf: flags >= 2, path: isOdd ? [second!, ...rest] : rest };
}

function nibblesOf(bytes: Uint8Array): number[] {
  return Array.from(bytes).flatMap((byte) => [byte >> 4, byte & 15]);
}

function absent(): FormatError<TrieErrorCode> {
  return trieError("trie_key_absent", "the nodes do not lead to a value of this key");
}

function malformed(message: string): FormatError<TrieErrorCode> {
  return trieError("trie_node_malformed", message);
}

function trieError(code: TrieErrorCode, message: string): FormatError<TrieErrorCode> {
  return new FormatError(code, message, 0);
}
