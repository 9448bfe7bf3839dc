import { readFileSync } from "node:fs";
import { join } from "node:path";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { hexToBytes } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { vectorFolder } from "../../../shared/src/testing/third-party-vectors.testing.js";
import { encodeRlp, parseRlp, type RlpItem, rlpInteger } from "./rlp.js";
import { readTrieProof } from "./trie.js";
import { hexPrefix, type Pair, proveInTrie } from "./trie.testing.js";

const EMPTY = new Uint8Array();
const bytes = (length: number, fill = 7) => new Uint8Array(length).fill(fill);
const coded = (code: string) => expect.objectContaining({ name: "FormatError", code });

/** The transactions' trie of a block of `count` transactions. */
const transactions = (count: number): Pair[] =>
  Array.from({ length: count }, (_, i) => [encodeRlp(rlpInteger(BigInt(i))), bytes(110, i % 256)]);

/** Reads below a root made of these items. */
const readItems = (key: string, ...nodes: RlpItem[]) => {
  const encoded = nodes.map(encodeRlp);
  return readTrieProof(keccak_256(encoded[0]!), hexToBytes(key), encoded);
};

/** A branch with these ways; the rest is empty. */
const branch = (ways: Readonly<Record<number, RlpItem>>): RlpItem =>
  Array.from({ length: 17 }, (_, i) => ways[i] ?? EMPTY);

describe("a path", () => {
  test.each([1, 2, 16, 17, 127, 128, 129, 200, 256, 300])("in a block of %d transactions", (count) => {
    const pairs = transactions(count);
    for (const [key, value] of pairs) {
      const { root, proof } = proveInTrie(pairs, key);
      expect(readTrieProof(root, key, proof)).toEqual(value);
    }
  });

  test("through nodes that are part of their parents, and values in branches", () => {
    const pairs: Pair[] = ["61", "6161", "616161", "6162", "7a"].map((key, i) => [
      hexToBytes(key),
      bytes(1, i + 1),
    ]);
    for (const [key, value] of pairs) {
      const { root, proof } = proveInTrie(pairs, key);
      expect(proof.length).toBeLessThan(5);
      expect(readTrieProof(root, key, proof)).toEqual(value);
    }
  });

  test("of any trie", () => {
    const trie = fc.uniqueArray(
      fc.tuple(fc.uint8Array({ maxLength: 4 }), fc.uint8Array({ minLength: 1, maxLength: 40 })),
      {
        minLength: 1,
        maxLength: 30,
        selector: ([key]) => Buffer.from(key).toString("hex"),
      },
    );
    fc.assert(
      fc.property(trie, (pairs) => {
        for (const [key, value] of pairs) {
          const { root, proof } = proveInTrie(pairs, key);
          expect(readTrieProof(root, key, proof)).toEqual(value);
          expect(() => readTrieProof(root, key, [...proof, proof[0]!])).toThrow(coded("trie_node_surplus"));
          expect(() => readTrieProof(root, key, proof.slice(0, -1))).toThrow(coded("trie_node_missing"));
        }
      }),
    );
  });

  test("of an absent key leads nowhere", () => {
    const pairs = transactions(200);
    for (const key of ["81c8", "00", "8200ff", "", "05ff"]) {
      const { root, proof } = proveInTrie(pairs, hexToBytes("05"));
      expect(() => readTrieProof(root, hexToBytes(key), proof)).toThrow(
        expect.objectContaining({
          code: expect.stringMatching(/^trie_(?:key_absent|node_hash_mismatch|node_missing)$/),
        }),
      );
    }
  });

  test("with any bit changed is refused", () => {
    const pairs = transactions(200);
    const [key] = pairs[150]!;
    const { root, proof } = proveInTrie(pairs, key);
    for (const [index, node] of proof.entries()) {
      for (let bit = 0; bit < 8 * node.length; bit++) {
        const changed = node.with(bit >> 3, node[bit >> 3]! ^ (1 << (bit & 7)));
        expect(() => readTrieProof(root, key, proof.with(index, changed))).toThrow(
          coded("trie_node_hash_mismatch"),
        );
      }
    }
  });
});

describe("a strict reader, even where the hashes hold", () => {
  const leaf = (path: number[], value = bytes(40)): RlpItem => [hexPrefix(path, 2), value];
  const hashOf = (item: RlpItem) => keccak_256(encodeRlp(item));
  const two = branch({ 1: leaf([2], bytes(20)), 2: leaf([2], bytes(20)) });

  test("accepts what it should", () => {
    expect(readItems("12", leaf([1, 2]))).toEqual(bytes(40));
    // A root may be shorter than 32 bytes, and a node inside its parent is.
    expect(readItems("12", leaf([1, 2], bytes(2)))).toEqual(bytes(2));
    expect(readItems("12", branch({ 1: leaf([2], bytes(28)), 2: bytes(32) }))).toEqual(bytes(28));
    expect(readItems("12", two)).toEqual(bytes(20));
    expect(readItems("0112", [hexPrefix([0, 1], 0), hashOf(two)], two)).toEqual(bytes(20));
  });

  test.each<[string, string, string, RlpItem[]]>([
    ["a byte string", "trie_node_malformed", "12", [bytes(40)]],
    ["an empty trie", "trie_node_malformed", "12", [EMPTY]],
    ["a list of three", "trie_node_malformed", "12", [[hexPrefix([1, 2], 2), bytes(40), bytes(1)]]],
    ["a list of one", "trie_node_malformed", "12", [[hexPrefix([1, 2], 2)]]],
    ["an empty list", "trie_node_malformed", "12", [[]]],
    ["a list for a path", "trie_node_malformed", "12", [[[], bytes(40)]]],
    ["an empty path without flags", "trie_node_malformed", "12", [[EMPTY, bytes(40)]]],
    ["unknown flags", "trie_node_malformed", "12", [[hexToBytes("4012"), bytes(40)]]],
    ["padding that is not zero", "trie_node_malformed", "12", [[hexToBytes("2112"), bytes(40)]]],
    ["a leaf without a value", "trie_node_malformed", "12", [leaf([1, 2], EMPTY)]],
    ["a leaf with a list", "trie_node_malformed", "12", [[hexPrefix([1, 2], 2), [bytes(40)]]]],
    ["an extension without a path", "trie_node_malformed", "12", [[hexPrefix([], 0), hashOf(two)], two]],
    ["an extension without a child", "trie_node_malformed", "12", [[hexPrefix([1], 0), EMPTY]]],
    [
      "an extension to a leaf",
      "trie_node_malformed",
      "12",
      [[hexPrefix([1], 0), hashOf(leaf([2]))], leaf([2])],
    ],
    [
      "an extension to a leaf inside",
      "trie_node_malformed",
      "12",
      [[hexPrefix([1], 0), leaf([2], bytes(2))]],
    ],
    [
      "an extension to an extension",
      "trie_node_malformed",
      "0112",
      [[hexPrefix([0], 0), [hexPrefix([1], 0), hashOf(two)]], two],
    ],
    ["a branch with one way", "trie_node_malformed", "12", [branch({ 1: hashOf(leaf([2])) }), leaf([2])]],
    ["a branch with a value alone", "trie_node_malformed", "", [branch({ 16: bytes(40) })]],
    ["an empty branch", "trie_node_malformed", "12", [branch({})]],
    [
      "a branch whose value is a list",
      "trie_node_malformed",
      "12",
      [branch({ 1: leaf([2], bytes(2)), 16: [bytes(1)] })],
    ],
    ["a hash of 31 bytes", "trie_node_malformed", "12", [branch({ 1: bytes(31), 2: bytes(32) })]],
    [
      "a hash of 33 bytes beside the path",
      "trie_node_malformed",
      "12",
      [branch({ 1: bytes(32), 2: bytes(33) })],
    ],
    [
      "a node of 32 bytes inside its parent",
      "trie_node_malformed",
      "12",
      [branch({ 1: leaf([2], bytes(29)), 2: bytes(32) })],
    ],
    [
      "a short node outside of its parent",
      "trie_node_malformed",
      "12",
      [branch({ 1: hashOf(leaf([2], bytes(2))), 2: bytes(32) }), leaf([2], bytes(2))],
    ],
    ["a leaf of a longer key", "trie_key_absent", "12", [leaf([1, 2, 3, 4])]],
    ["a leaf of a shorter key", "trie_key_absent", "1234", [leaf([1, 2])]],
    ["a leaf of another key", "trie_key_absent", "12", [leaf([1, 3])]],
    ["a branch without the way", "trie_key_absent", "32", [two]],
    ["a branch without a value", "trie_key_absent", "", [two]],
    [
      "an extension past the end of the key",
      "trie_key_absent",
      "01",
      [[hexPrefix([0, 1, 2], 0), hashOf(two)], two],
    ],
  ])("refuses %s", (_, code, key, nodes) => {
    expect(() => readItems(key, ...nodes)).toThrow(coded(code));
  });

  test("refuses RLP that is not canonical", () => {
    const node = hexToBytes(`f82a8220 12a8${"07".repeat(40)}`.replaceAll(" ", ""));
    const long = hexToBytes(`f9002c820012${"a8"}${"07".repeat(40)}`);
    for (const one of [node, long]) {
      expect(() => readTrieProof(keccak_256(one), hexToBytes("12"), [one])).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/^rlp_/) }),
      );
    }
  });

  test("takes no hash that is not 32 bytes, nor one that differs in a byte", () => {
    const root = encodeRlp(leaf([1, 2]));
    const hash = keccak_256(root);
    for (const other of [
      hash.slice(0, 31),
      Uint8Array.of(...hash, 0),
      hash.with(0, hash[0]! ^ 1),
      hash.with(31, hash[31]! ^ 1),
    ]) {
      expect(() => readTrieProof(other, hexToBytes("12"), [root])).toThrow(coded("trie_node_hash_mismatch"));
    }
  });

  test("takes no node less and no node more", () => {
    const root = encodeRlp(leaf([1, 2]));
    expect(() => readTrieProof(keccak_256(root), hexToBytes("12"), [])).toThrow(coded("trie_node_missing"));
    expect(() => readTrieProof(keccak_256(root), hexToBytes("12"), [root, root])).toThrow(
      coded("trie_node_surplus"),
    );
  });

  test("spends on a node by the blocks of its hash and by its RLP", () => {
    const spent = (read: (work: WorkBudget) => unknown) => {
      const work = new WorkBudget();
      const before = work.left;
      read(work);
      return before - work.left;
    };
    for (let count = 100; count < 300; count++) {
      const node = encodeRlp(leaf([1, 2], bytes(count)));
      const hash = keccak_256(node);
      expect(spent((work) => readTrieProof(hash, hexToBytes("12"), [node], { work }))).toBe(
        8 * Math.ceil((node.length + 1) / 136) + spent((work) => parseRlp(node, { work })),
      );
    }
  });

  test("ends where the budget ends", () => {
    const node = encodeRlp(leaf([1, 2], bytes(100_000)));
    expect(() =>
      readTrieProof(keccak_256(node), hexToBytes("12"), [node], { work: new WorkBudget(1000) }),
    ).toThrow(coded("work_limit_exceeded"));
  });
});

const folder = vectorFolder("evm/trie");

describe.skipIf(folder === null)("Ethereum's own tries", () => {
  type Case = { in: [string, string | null][] | Record<string, string | null>; root: string };
  const casesOf = (name: string) =>
    folder === null
      ? []
      : Object.entries(JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, Case>);
  const textOrHex = (text: string) =>
    text.startsWith("0x") ? hexToBytes(text.slice(2)) : new TextEncoder().encode(text);

  test.each([
    ...casesOf("trietest.json").map(([name, one]) => [name, one, false] as const),
    ...casesOf("hex_encoded_securetrie_test.json").map(([name, one]) => [name, one, true] as const),
  ])("%s", (_, one, isSecure) => {
    const left = new Map<string, Pair>();
    for (const [key, value] of Array.isArray(one.in) ? one.in : Object.entries(one.in)) {
      const plain = textOrHex(key);
      if (value === null) left.delete(key);
      else left.set(key, [isSecure ? keccak_256(plain) : plain, textOrHex(value)]);
    }
    const pairs = [...left.values()];
    for (const [key, value] of pairs) {
      const { root, proof } = proveInTrie(pairs, key);
      expect(`0x${Buffer.from(root).toString("hex")}`).toBe(one.root);
      expect(readTrieProof(root, key, proof)).toEqual(value);
    }
  });
});
