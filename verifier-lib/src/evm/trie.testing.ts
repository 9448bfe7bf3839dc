/** Builds Merkle-Patricia tries and proofs for tests, the plain way: every node from all pairs below it. */

import { keccak_256 } from "@noble/hashes/sha3.js";
import { encodeRlp, parseRlp, type RlpItem } from "./rlp.js";

export type Pair = readonly [key: Uint8Array, value: Uint8Array];
type Steps = readonly [path: readonly number[], value: Uint8Array];

/** The root, and the nodes on the path to one key, the root first. */
export function proveInTrie(
  pairs: readonly Pair[],
  key: Uint8Array,
): { root: Uint8Array; proof: Uint8Array[] } {
  const proof: Uint8Array[] = [];
  const root = roots.get(pairs) ?? encodeRlp(build(pairs.map(([k, value]) => [nibbles(k), value])));
  roots.set(pairs, root);
  let path = nibbles(key);
  let item: RlpItem = parseRlp(root);
  proof.push(root);
  const follow = (next: RlpItem): RlpItem => {
    if (!(next instanceof Uint8Array) || next.length !== 32) return next;
    const node = nodes.get(Buffer.from(next).toString("hex"))!;
    proof.push(node);
    return parseRlp(node);
  };
  while (!(item instanceof Uint8Array)) {
    if (item.length === 17) {
      if (path.length === 0) break;
      item = follow(item[path[0]!]!);
      path = path.slice(1);
      continue;
    }
    const prefix = nibbles(item[0] as Uint8Array);
    if (prefix[0]! >= 2) break;
    path = path.slice(prefix.length - (prefix[0]! % 2 === 1 ? 1 : 2));
    item = follow(item[1]!);
  }
  return { root: keccak_256(root), proof };
}

/** The root nodes of what was built: tests ask for one key of a trie after the other. */
const roots = new WeakMap<readonly Pair[], Uint8Array>();

/** Nodes of 32 bytes and more, by hash. */
const nodes = new Map<string, Uint8Array>();

function build(pairs: readonly Steps[]): RlpItem {
  if (pairs.length === 0) return new Uint8Array();
  const [first, ...others] = pairs as readonly [Steps, ...Steps[]];
  if (others.length === 0) return [hexPrefix(first[0], 2), first[1]];
  let shared = 0;
  while (others.every(([path]) => shared < first[0].length && path[shared] === first[0][shared])) shared++;
  const below = pairs.map(([path, value]) => [path.slice(shared), value] as const);
  if (shared > 0) return [hexPrefix(first[0].slice(0, shared), 0), reference(build(below))];
  const children = Array.from({ length: 16 }, (_, nibble) => {
    const here = below
      .filter(([path]) => path[0] === nibble)
      .map(([path, value]) => [path.slice(1), value] as const);
    return reference(build(here));
  });
  return [...children, below.find(([path]) => path.length === 0)?.[1] ?? new Uint8Array()];
}

function reference(item: RlpItem): RlpItem {
  if (item instanceof Uint8Array) return item;
  const bytes = encodeRlp(item);
  if (bytes.length < 32) return item;
  const hash = keccak_256(bytes);
  nodes.set(Buffer.from(hash).toString("hex"), bytes);
  return hash;
}

/** @param flag 2 for a leaf, 0 for an extension. */
export function hexPrefix(path: readonly number[], flag: 0 | 2): Uint8Array {
  const all = path.length % 2 === 1 ? [flag + 1, ...path] : [flag, 0, ...path];
  return Uint8Array.from({ length: all.length / 2 }, (_, i) => 16 * all[2 * i]! + all[2 * i + 1]!);
}

function nibbles(bytes: Uint8Array): number[] {
  return Array.from(bytes).flatMap((byte) => [byte >> 4, byte & 15]);
}
