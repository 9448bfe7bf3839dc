/** Transactions in the spellings of nodes, and what is no transaction of a known type. */
import { keccak256 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it, test } from "vitest";
import { bytesOf, hex, transactionAnswer } from "./block-answer.testing.js";
import { encodeTransaction } from "./encode-transaction.js";

const account = privateKeyToAccount(`0x${"11".repeat(32)}`);
const to = account.address;
const ACCESS_LIST = [{ address: to, storageKeys: [`0x${"01".repeat(32)}`, `0x${"00".repeat(32)}`] }] as const;
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
