/** Tries over the transactions of recorded blocks, and over every number of transactions at which a trie grows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { encodeRlp, parseRlp, type RlpItem, readTrieProof, rlpInteger } from "@svc-proof/verifier-lib/evm";
import fc from "fast-check";
import { keccak256 } from "viem";
import { describe, expect, it, test } from "vitest";
import { vectorFolder } from "../../../shared/src/testing/third-party-vectors.testing.js";
import { hex, transactionAnswer } from "./block-answer.testing.js";
import { encodeTransaction } from "./encode-transaction.js";
import { buildTransactionsTrie } from "./transactions-trie.js";

const folder = vectorFolder("evm");

interface Block {
  readonly transactionsRoot: string;
  readonly transactions: readonly Readonly<Record<string, unknown>>[];
}
const read = (name: string): Block => JSON.parse(readFileSync(join(folder!, name), "utf8"));

/** Each proof leads to its transaction, and all have one root. */
async function expectTrie(
  transactions: readonly Uint8Array[],
  expectedRoot?: string,
  indexes: readonly number[] = [...transactions.keys()],
): Promise<void> {
  const roots = new Set(expectedRoot === undefined ? [] : [expectedRoot]);
  for (const i of indexes) {
    const { root, proof } = await buildTransactionsTrie(transactions, i);
    roots.add(hex(root));
    const key = encodeRlp(rlpInteger(BigInt(i)));
    expect(Buffer.from(readTrieProof(root, key, proof)).equals(transactions[i]!)).toBe(true);
  }
  expect(roots.size).toBe(1);
}

describe.skipIf(folder === null)("recorded blocks", () => {
  test.each([
    ["mainnet-15571241.json", 58],
    ["mainnet-2000004.json", 4],
    ["mainnet-2924874.json", 4],
    ["goerli-5102442-london.json", 1],
  ])("%s", async (name, count) => {
    const { transactions, transactionsRoot } = read(name);
    expect(transactions).toHaveLength(count);
    const bytes = transactions.map((transaction) => encodeTransaction(transaction)!);
    expect(bytes.map((one) => keccak256(one))).toEqual(transactions.map(({ hash }) => hash));
    await expectTrie(bytes, transactionsRoot);
  });

  test("every block of a chain with transactions of all five types, encoded from their fields", async () => {
    const types = new Map<unknown, number>();
    for (const block of itemsOf(readFileSync(join(folder!, "rpc/chain.rlp")))) {
      const [header, items] = parseRlp(block) as [readonly Uint8Array[], readonly RlpItem[]];
      const transactions = items.map((item) => (item instanceof Uint8Array ? item : encodeRlp(item)));
      const encoded = transactions.map((raw) => {
        const answer = transactionAnswer(raw);
        types.set(answer["type"], (types.get(answer["type"]) ?? 0) + 1);
        return encodeTransaction(answer);
      });
      expect(encoded.map((bytes) => bytes && hex(bytes))).toEqual(transactions.map(hex));
      await expectTrie(transactions, hex(header[4]!));
    }
    expect([...types.keys()].sort()).toEqual(["0x0", "0x1", "0x2", "0x3", "0x4"]);
    expect([...types.values()].reduce((sum, count) => sum + count)).toBe(249);
  });
});

/** A stream of RLP lists of more than 55 bytes. */
function itemsOf(stream: Uint8Array): Uint8Array[] {
  const items: Uint8Array[] = [];
  for (let at = 0; at < stream.length; ) {
    const size = stream[at]! - 0xf7;
    const length = Number(`0x${bytesToHex(stream, at + 1, at + 1 + size)}`);
    items.push(stream.subarray(at, at + 1 + size + length));
    at += 1 + size + length;
  }
  return items;
}

const random = (length: number, seed: number) =>
  Uint8Array.from({ length }, (_, i) => (seed * 131 + i * 71 + (seed >> 8) + 1) & 0xff);

it.each([1, 2, 3, 15, 16, 17, 18, 127, 128, 129, 130, 143, 144, 145, 255, 256, 257, 258, 300])(
  "a trie of %i transactions leads to each",
  async (count) => {
    const transactions = Array.from({ length: count }, (_, i) => random(100 + (i % 50), i));
    const ends = [0, 1, 2, 15, 16, 126, 127, 128, 129, 143, 144, 255, 256, count - 2, count - 1];
    const indexes = new Set(ends.filter((i) => i >= 0 && i < count));
    await expectTrie(transactions, undefined, [...indexes]);
  },
);

it("leads to transactions on both sides of where keys become longer", async () => {
  const transactions = Array.from({ length: 65_600 }, (_, i) => random(33, i));
  await expectTrie(transactions, undefined, [65_535, 65_536]);
});

it("keeps nodes below 32 bytes inside their parents", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 40 }),
      (values) => expectTrie(values),
    ),
    { numRuns: 50 },
  );
});

it("refuses an index without a transaction", async () => {
  for (const index of [-1, 1, 0.5]) {
    await expect(buildTransactionsTrie([random(40, 1)], index)).rejects.toThrow(RangeError);
  }
  await expect(buildTransactionsTrie([], 0)).rejects.toThrow(RangeError);
});
