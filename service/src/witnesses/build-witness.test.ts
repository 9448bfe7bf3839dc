/** Witnesses from the blocks of endpoints that are right, strange or lying. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { anchorPayload } from "@svc-proof/shared/text";
import {
  encodeEvmWitness,
  encodeRlp,
  evmBlockHash,
  openWitness,
  parseEvmWitness,
  rlpInteger,
} from "@svc-proof/verifier-lib/evm";
import fc from "fast-check";
import { type Hex, keccak256, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it, test } from "vitest";
import { vectorFolder } from "../../../shared/src/testing/third-party-vectors.testing.js";
import type { WholeBlock } from "../clients/chain.js";
import { blockAnswer, bytesOf, hex } from "./block-answer.testing.js";
import { buildWitness, type WitnessChain } from "./build-witness.js";

const folder = vectorFolder("evm");

type Answer = Readonly<Record<string, unknown>>;

function wholeBlock({ transactions, ...header }: Answer): WholeBlock {
  return { header, transactions: transactions as readonly Answer[] };
}

/** A chain of one block, and the transactions whose bytes it offers. */
function chainOf(
  block: Answer | null,
  raw: Readonly<Record<string, Uint8Array>> = {},
  chainId = 1,
): WitnessChain & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    chainId,
    asked,
    fetchWholeBlock: async () => block && wholeBlock(block),
    fetchRawTransaction: async (hash) => {
      asked.push(hash);
      return raw[hash] ?? null;
    },
  };
}

const ROOT = "5f".repeat(32);
const account = privateKeyToAccount(`0x${"22".repeat(32)}`);
const sign = async (nonce: number, data: Hex = "0x") =>
  bytesOf(
    await account.signTransaction({
      type: "eip1559",
      chainId: 1,
      nonce,
      gas: 50_000n,
      to: account.address,
      value: 0n,
      data,
      maxFeePerGas: 10n ** 9n,
      maxPriorityFeePerGas: 1n,
    }),
  );
const anchor = await sign(5, toHex(anchorPayload(ROOT)));
const others = await Promise.all([0, 1, 2, 3].map((nonce) => sign(nonce)));
const transactions = [...others.slice(0, 2), anchor, ...others.slice(2)];
const block = await blockAnswer(transactions);
const place = { blockHash: block.hash, txHash: keccak256(anchor) };

/** The witness is read as whoever verifies it will. */
async function expectWitness(chain: WitnessChain, of: { blockHash: string; txHash: string } = place) {
  const made = await buildWitness(chain, of);
  if ("absence" in made) throw new Error(`${made.absence}: ${made.reason}`);
  const opened = openWitness(parseEvmWitness(encodeEvmWitness(made)));
  expect(opened.block.hash).toBe(of.blockHash);
  expect(opened.transaction.hash).toBe(of.txHash);
  return opened;
}

/** The same block with other fields in one of its transactions. */
const changed = (index: number, changes: Answer): Answer => ({
  ...block,
  transactions: block.transactions.map((one, i) => (i === index ? { ...one, ...changes } : one)),
});

it("makes the witness of a transaction", async () => {
  const chain = chainOf(block);
  const { transactionIndex, transaction, sender } = await expectWitness(chain);
  expect(transactionIndex).toBe(2);
  expect(Buffer.from(transaction.input).toString()).toBe(`svc:v2:${ROOT}`);
  expect(sender).toBe(account.address.toLowerCase());
  expect(chain.asked).toEqual([]);
});

describe.skipIf(folder === null)("recorded blocks", () => {
  test.each([
    ["mainnet-15571241.json", 1],
    ["mainnet-2000004.json", 1],
    ["mainnet-2924874.json", 1],
    ["goerli-5102442-london.json", 5],
  ])("each transaction of %s", async (name, chainId) => {
    const recorded = JSON.parse(readFileSync(join(folder!, name), "utf8"));
    for (const { hash: txHash } of recorded.transactions) {
      const { block } = await expectWitness(chainOf(recorded, {}, chainId), {
        blockHash: recorded.hash,
        txHash,
      });
      expect(block).toMatchObject({ hash: recorded.hash, number: Number(recorded.number) });
    }
  });

  test("none of a block whose calldata is altered", async () => {
    const altered = JSON.parse(
      readFileSync(join(folder!, "bad/derived-mainnet-15571241-input-altered.json"), "utf8"),
    );
    for (const { hash: txHash } of altered.transactions) {
      expect(await buildWitness(chainOf(altered), { blockHash: altered.hash, txHash })).toMatchObject({
        absence: "transactions",
      });
    }
  });
});

it("says that the block, or the transaction in it, is missing", async () => {
  expect(await buildWitness(chainOf(null), place)).toMatchObject({ absence: "block_missing" });
  const without = { ...block, transactions: block.transactions.filter(({ hash }) => hash !== place.txHash) };
  expect(await buildWitness(chainOf(without), place)).toMatchObject({ absence: "block_missing" });
});

it("says that the header does not follow Ethereum's rules", async () => {
  for (const changes of [{ mixHash: undefined }, { stateRoot: `0x${"00".repeat(32)}` }, { number: "0x1" }]) {
    expect(await buildWitness(chainOf({ ...block, ...changes }), place)).toMatchObject({
      absence: "header_rules",
    });
  }
});

it("says so of a header that hashes to its block's hash with a field of another length", async () => {
  const header: Record<string, unknown> = { ...block, nonce: "0x00000000" };
  const fields = [
    ["parentHash", "sha3Uncles", "miner", "stateRoot", "transactionsRoot", "receiptsRoot", "logsBloom"],
    ["difficulty", "number", "gasLimit", "gasUsed", "timestamp"],
    ["extraData", "mixHash", "nonce"],
    ["baseFeePerGas"],
    ["withdrawalsRoot"],
    ["blobGasUsed", "excessBlobGas"],
    ["parentBeaconBlockRoot", "requestsHash"],
  ].flatMap((names, group) =>
    names.map((name) => {
      const text = header[name] as string;
      return group % 2 === 0 ? bytesOf(text) : rlpInteger(BigInt(text));
    }),
  );
  const blockHash = evmBlockHash(encodeRlp(fields));
  expect(await buildWitness(chainOf({ ...header, hash: blockHash }), { ...place, blockHash })).toMatchObject({
    absence: "header_rules",
  });
});

it("makes a witness that holds, or none, whatever the endpoint answers", async () => {
  const names = [...new Set(Object.keys(block).concat(...block.transactions.map(Object.keys)))];
  const junk = fc.oneof(
    fc.constantFrom(undefined, null, 0, "", "0x", "0x0", "0x1", [], {}, [[]], [{}], "0xzz", true),
    fc.string(),
    fc.bigInt({ min: 0n, max: 2n ** 300n }).map((value) => `0x${value.toString(16)}`),
    fc.uint8Array({ maxLength: 64 }).map(hex),
    fc.jsonValue(),
  );
  const change = fc.record({
    at: fc.integer({ min: -1, max: 5 }),
    name: fc.constantFrom(...names),
    value: junk,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), junk, async (changes, raw) => {
      let told: Answer = block;
      for (const { at, name, value } of changes) {
        if (at < 0 && name !== "transactions") told = { ...told, [name]: value };
        const transactions = (told["transactions"] as readonly Answer[]).map((one, i) =>
          i === at ? { ...one, [name]: value } : one,
        );
        told = { ...told, transactions };
      }
      const chain = {
        ...chainOf(told),
        fetchRawTransaction: async () => (typeof raw === "string" ? new TextEncoder().encode(raw) : null),
      };
      const made = await buildWitness(chain, place);
      if (!("absence" in made)) {
        const opened = openWitness(parseEvmWitness(encodeEvmWitness(made)));
        expect([opened.block.hash, opened.transaction.hash]).toEqual([place.blockHash, place.txHash]);
      }
    }),
    { numRuns: 300 },
  );
});

it("makes none of another block that the endpoint serves under the hash", async () => {
  const other = await blockAnswer(transactions, 78);
  expect(await buildWitness(chainOf({ ...other, hash: block.hash }), place)).toMatchObject({
    absence: "header_rules",
  });
});

describe("transactions of unknown types", () => {
  const changedType = changed(0, { type: "0x7e" });
  const raw = { [keccak256(transactions[0]!)]: transactions[0]! };

  it("are taken as bytes where the endpoint offers them", async () => {
    const chain = chainOf(changedType, raw);
    await expectWitness(chain);
    expect(chain.asked).toEqual(Object.keys(raw));
  });

  it("are named where it does not", async () => {
    expect(await buildWitness(chainOf(changedType), place)).toEqual({
      absence: "transactions",
      reason: "transaction 0 of type 0x7e cannot be encoded",
    });
    expect(await buildWitness(chainOf(changed(0, { type: "a lie" })), place)).toEqual({
      absence: "transactions",
      reason: "transaction 0 of a malformed type cannot be encoded",
    });
  });

  it("are not believed", async () => {
    const lie = { [keccak256(transactions[0]!)]: transactions[1]! };
    expect(await buildWitness(chainOf(changedType, lie), place)).toMatchObject({ absence: "transactions" });
  });

  it("are asked for up to a limit", async () => {
    const many = [anchor, ...(await Promise.all(Array.from({ length: 65 }, (_, i) => sign(100 + i))))];
    const busy = await blockAnswer(many);
    const unknown = (count: number) => ({
      ...busy,
      transactions: busy.transactions.map((one, i) => (i > 0 && i <= count ? { ...one, type: "0x6a" } : one)),
    });
    const offered = Object.fromEntries(many.map((bytes) => [keccak256(bytes), bytes]));
    const of = { blockHash: busy.hash, txHash: place.txHash };
    const chain = chainOf(unknown(64), offered);
    await expectWitness(chain, of);
    expect(chain.asked).toHaveLength(64);
    const beyond = chainOf(unknown(65), offered);
    expect(await buildWitness(beyond, of)).toEqual({
      absence: "transactions",
      reason: "65 transactions cannot be encoded, the first of type 0x6a",
    });
    expect(beyond.asked).toEqual([]);
  });
});

it("asks for the bytes of a transaction whose fields are not those that were signed", async () => {
  const altered = changed(1, { nonce: "0x63" });
  const hash = keccak256(transactions[1]!);
  const chain = chainOf(altered, { [hash]: transactions[1]! });
  await expectWitness(chain);
  expect(chain.asked).toEqual([hash]);
  expect(await buildWitness(chainOf(altered), place)).toMatchObject({ absence: "transactions" });
});

it("leaves out an unsigned transaction at the end, which Polygon's nodes add to the block", async () => {
  const added = {
    type: "0x0",
    hash: `0x${"77".repeat(32)}`,
    nonce: "0x0",
    gasPrice: "0x0",
    gas: "0x0",
    to: `0x${"00".repeat(20)}`,
    value: "0x0",
    input: "0x",
    v: "0x0",
    r: "0x0",
    s: "0x0",
  };
  const chain = chainOf({ ...block, transactions: [...block.transactions, added] });
  await expectWitness(chain);
  expect(chain.asked).toEqual([]);
  // The same of a type that is unknown.
  const strange = { ...block, transactions: [...block.transactions, { ...added, type: "0x7f" }] };
  await expectWitness(chainOf(strange));
  // No witness of what is in no trie.
  const self = { blockHash: block.hash, txHash: added.hash };
  expect(
    await buildWitness(chainOf({ ...block, transactions: [...block.transactions, added] }), self),
  ).toMatchObject({ absence: "transactions" });
});

it("makes no witness where the endpoint gives the transaction another hash", async () => {
  const names = changed(1, { hash: place.txHash });
  const swapped = {
    ...names,
    transactions: (names["transactions"] as readonly Answer[]).toSpliced(2, 1, {
      ...block.transactions[2],
      hash: block.transactions[1]!["hash"],
    }),
  };
  expect(await buildWitness(chainOf(swapped), place)).toMatchObject({ absence: "transactions" });
});
