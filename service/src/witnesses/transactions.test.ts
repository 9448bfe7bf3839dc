import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { encodeRlp, parseRlp, type RlpItem, readTrieProof, rlpInteger } from "@svc-proof/verifier-lib/evm";
import fc from "fast-check";
import { keccak256 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it, test } from "vitest";
import { vectorFolder } from "../../../shared/src/testing/third-party-vectors.testing.js";
import { bytesOf, hex, transactionAnswer } from "./block-answer.testing.js";
import { buildTransactionsTrie, encodeTransaction } from "./transactions.js";

describe("encode transaction", async () => {
  // Transactions in the spellings of nodes, and what is no transaction of a known type.
  const account = privateKeyToAccount(`0x${"11".repeat(32)}`);
  const to = account.address;
  const ACCESS_LIST = [
    { address: to, storageKeys: [`0x${"01".repeat(32)}`, `0x${"00".repeat(32)}`] },
  ] as const;
  const FEES = { maxFeePerGas: 2n * 10n ** 9n, maxPriorityFeePerGas: 0n };
  const COMMON = { chainId: 1, nonce: 0, gas: 50_000n, to, value: 10n ** 20n, data: "0x00ff" } as const;

  const authorization = await account.signAuthorization({ address: to, chainId: 1, nonce: 7 });
  const SIGNED = {
    legacy: await account.signTransaction({ ...COMMON, type: "legacy", gasPrice: 1n }),
    "2930": await account.signTransaction({
      ...COMMON,
      type: "eip2930",
      gasPrice: 1n,
      accessList: ACCESS_LIST,
    }),
    "1559": await account.signTransaction({ ...COMMON, type: "eip1559", ...FEES, accessList: ACCESS_LIST }),
    "4844": await account.signTransaction({
      ...COMMON,
      type: "eip4844",
      ...FEES,
      maxFeePerBlobGas: 3n,
      blobVersionedHashes: [`0x01${"02".repeat(31)}`],
    }),
    "7702": await account.signTransaction({
      ...COMMON,
      type: "eip7702",
      ...FEES,
      authorizationList: [authorization],
    }),
  } as const;

  const encoded = (answer: Readonly<Record<string, unknown>>) => {
    const bytes = encodeTransaction(answer);
    return bytes && hex(bytes);
  };

  describe.each(Object.entries(SIGNED))("%s", (_, raw) => {
    const answer = transactionAnswer(bytesOf(raw));

    test("is encoded as it was signed", () => {
      expect(encoded(answer)).toBe(raw);
      expect(keccak256(encodeTransaction(answer)!)).toBe(answer["hash"]);
    });

    test("in upper case, and with leading zeros", () => {
      const shouted = Object.fromEntries(
        Object.entries(answer).map(([name, value]) => [
          name,
          typeof value === "string" ? value.toUpperCase().replace("0X", "0x") : value,
        ]),
      );
      expect(encoded(shouted)).toBe(raw);
      expect(encoded({ ...answer, r: `0x${String(answer["r"]).slice(2).padStart(64, "0")}` })).toBe(raw);
    });

    test.each(Object.keys(answer).filter((name) => !["hash", "type", "to", "v", "yParity"].includes(name)))(
      "not without %s, nor with a malformed one",
      (name) => {
        const { [name]: _removed, ...rest } = answer;
        expect(encoded(rest)).toBeNull();
        for (const value of [null, 1, {}, [1], "", "0xg0", "0x 0", `0x${"0".repeat(65)}`]) {
          expect(encoded({ ...answer, [name]: value }), String(value)).toBeNull();
        }
      },
    );
  });

  it("takes a signature whose parity is stated as v alone, or as yParity alone", () => {
    const answer = transactionAnswer(bytesOf(SIGNED["1559"]));
    const { v, yParity, ...rest } = answer;
    expect(encoded({ ...rest, v })).toBe(SIGNED["1559"]);
    expect(encoded({ ...rest, yParity })).toBe(SIGNED["1559"]);
    expect(encoded(rest)).toBeNull();
  });

  it("takes a transaction without a type for one from before types", () => {
    const { type: _, ...rest } = transactionAnswer(bytesOf(SIGNED.legacy));
    expect(encoded(rest)).toBe(SIGNED.legacy);
  });

  it("takes the creation of a contract where the type allows it", async () => {
    const { to: _, ...create } = COMMON;
    const raw = await account.signTransaction({ ...create, type: "eip1559", ...FEES });
    const answer = transactionAnswer(bytesOf(raw));
    expect(answer["to"]).toBeNull();
    expect(encoded(answer)).toBe(raw);
    const { to: __, ...without } = answer;
    expect(encoded(without)).toBe(raw);
    for (const type of ["4844", "7702"] as const) {
      expect(encoded({ ...transactionAnswer(bytesOf(SIGNED[type])), to: null })).toBeNull();
    }
  });

  it("refuses types that it does not know", () => {
    const answer = transactionAnswer(bytesOf(SIGNED["1559"]));
    for (const type of ["0x5", "0x7e", "0x6a", "0xff", "0x100", "2", 2, null, "0x"]) {
      expect(encoded({ ...answer, type })).toBeNull();
    }
  });

  it("refuses lists whose items are malformed", () => {
    const listed = transactionAnswer(bytesOf(SIGNED["1559"]));
    for (const accessList of [
      [null],
      [{}],
      [{ address: to }],
      [{ address: "0x00", storageKeys: [] }],
      [{ address: to, storageKeys: ["0x01"] }],
      [{ address: to, storageKeys: {} }],
    ]) {
      expect(encoded({ ...listed, accessList })).toBeNull();
    }
    const delegated = transactionAnswer(bytesOf(SIGNED["7702"]));
    const [one] = delegated["authorizationList"] as [Readonly<Record<string, unknown>>];
    for (const name of ["chainId", "address", "nonce", "yParity", "r", "s"]) {
      const { [name]: _, ...rest } = one;
      expect(encoded({ ...delegated, authorizationList: [rest] })).toBeNull();
    }
    const blob = transactionAnswer(bytesOf(SIGNED["4844"]));
    expect(encoded({ ...blob, blobVersionedHashes: ["0x01"] })).toBeNull();
  });
});

describe("transactions trie", () => {
  // Tries over the transactions of recorded blocks, and over every number of transactions at which a trie grows.
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
});
