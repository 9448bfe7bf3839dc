/** Tries over the transactions of recorded blocks, and over every number of transactions at which a trie grows. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { keccak256 } from "viem";
import { describe, expect, test } from "vitest";
import { encodeTransaction } from "./encode-transaction.js";
import { buildTransactionsTrie } from "./transactions-trie.js";

const vectors = process.env["SVC_VECTORS"] ?? join(import.meta.dirname, "../../../../shared/vectors");
const folder = join(vectors, "evm");
const there = existsSync(folder);
if (!there) {
  if (process.env["SVC_VECTORS"] !== undefined) throw new Error(`SVC_VECTORS: ${folder} is missing`);
  console.warn(`SKIPPED: transactions of Ethereum (${folder} is not there)`);
}

interface Block {
  readonly transactionsRoot: string;
  readonly transactions: readonly Readonly<Record<string, unknown>>[];
}
const read = (name: string): Block => JSON.parse(readFileSync(join(folder, name), "utf8"));

describe.skipIf(!there)("recorded blocks", () => {
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
    for (let i = 0; i < count; i++) {
      const { root, proof } = await buildTransactionsTrie(bytes, i);
      expect(`0x${bytesToHex(root)}`).toBe(transactionsRoot);
      expect(keccak256(proof[0]!)).toBe(transactionsRoot);
      expect(Buffer.from(proof.at(-1)!).includes(Buffer.from(bytes[i]!))).toBe(true);
    }
  });
});
