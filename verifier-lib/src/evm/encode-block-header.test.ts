/** Headers that can be built from the fields of a response, at the limits of the search. */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
import { encodeBlockHeader, evmBlockHash, MAX_EVM_HEADER_BYTES } from "./block-header.js";
import { encodeRlp, rlpInteger } from "./rlp.js";

const hex = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`;
const data = (length: number, fill: number) => new Uint8Array(length).fill(fill);
/** After zeros, which a quantity must not have. */
const root = (fill: number) => data(32, fill).fill(0, 0, 4);

const FRONTIER: Readonly<Record<string, Uint8Array>> = {
  parentHash: data(32, 1),
  sha3Uncles: data(32, 2),
  miner: data(20, 3),
  stateRoot: data(32, 4),
  transactionsRoot: data(32, 5),
  receiptsRoot: data(32, 6),
  logsBloom: data(256, 7),
  difficulty: rlpInteger(8n),
  number: rlpInteger(9n),
  gasLimit: rlpInteger(10n),
  gasUsed: rlpInteger(11n),
  timestamp: rlpInteger(12n),
  extraData: data(3, 13),
  mixHash: data(32, 14),
  nonce: data(8, 15),
};
const APPENDED: Readonly<Record<string, Uint8Array>> = {
  baseFeePerGas: rlpInteger(16n),
  withdrawalsRoot: data(32, 17),
  blobGasUsed: rlpInteger(18n),
  excessBlobGas: rlpInteger(19n),
  parentBeaconBlockRoot: data(32, 20),
  requestsHash: data(32, 21),
  blockAccessListHash: data(32, 22),
  slotNumber: rlpInteger(23n),
};

type Fields = Readonly<Record<string, Uint8Array>>;
const headerOf = (fields: Fields) => encodeRlp(Object.values(fields));
const answerOf = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, bytes]) => [name, hex(bytes)]));
/** Whether the response gives the header with these fields in order. */
function makes(answer: Readonly<Record<string, unknown>>, fields: Fields): boolean {
  const header = headerOf(fields);
  const found = encodeBlockHeader(answer, evmBlockHash(header));
  if (found !== null) expect(hex(found)).toBe(hex(header));
  return found !== null;
}

describe("known fields", () => {
  const all = { ...FRONTIER, ...APPENDED };

  test.each([15, 16, 17, 18, 19, 20, 21, 22, 23])(
    "the first %i, from an answer with these or all",
    (count) => {
      const fields = Object.fromEntries(Object.entries(all).slice(0, count));
      expect(makes(answerOf(all), fields)).toBe(true);
      expect(makes(answerOf(fields), fields)).toBe(true);
    },
  );

  test("all of them beside four that are unknown", () => {
    const unknown = { a: "0x1", b: "0x2", c: "0x3", d: "0x4" };
    expect(makes({ ...answerOf(all), ...unknown }, all)).toBe(true);
  });

  test("a quantity of 32 bytes, but not one more digit", () => {
    const largest = `0x${"f".repeat(64)}`;
    const fields = { ...FRONTIER, difficulty: data(32, 255) };
    expect(makes({ ...answerOf(FRONTIER), difficulty: largest }, fields)).toBe(true);
    expect(makes({ ...answerOf(FRONTIER), difficulty: largest.replace("0x", "0x0") }, fields)).toBe(false);
  });

  test.each(["0x", "", "z0x1", "0x1z", null, 1])("%j is not a quantity", (difficulty) => {
    expect(makes({ ...answerOf(FRONTIER), difficulty }, FRONTIER)).toBe(false);
  });

  test("a header of the maximum size, but not one more byte", () => {
    const ofExtraData = (length: number) => ({ ...FRONTIER, extraData: data(length, 1) });
    const largest = 100_000 + MAX_EVM_HEADER_BYTES - headerOf(ofExtraData(100_000)).length;
    expect(headerOf(ofExtraData(largest)).length).toBe(MAX_EVM_HEADER_BYTES);
    expect(makes(answerOf(ofExtraData(largest)), ofExtraData(largest))).toBe(true);
    expect(makes(answerOf(ofExtraData(largest + 1)), ofExtraData(largest + 1))).toBe(false);
  });
});

describe("fields of a future fork", () => {
  test("three of them in any order", () => {
    const more = { a: root(31), b: data(20, 32).fill(0, 0, 2), c: rlpInteger(33n) };
    expect(
      makes(
        { ...more, ...answerOf({ c: more.c, a: more.a, b: more.b, ...FRONTIER }) },
        { ...FRONTIER, ...more },
      ),
    ).toBe(true);
    expect(
      makes(answerOf({ ...FRONTIER, ...more, d: root(34) }), { ...FRONTIER, ...more, d: root(34) }),
    ).toBe(false);
  });

  test("among four, but not among five", () => {
    const four = { ...FRONTIER, a: root(31), b: root(32), c: root(33), d: root(34) };
    expect(makes(answerOf(four), { ...FRONTIER, d: root(34) })).toBe(true);
    expect(makes(answerOf({ ...four, e: root(35) }), { ...FRONTIER, d: root(34) })).toBe(false);
  });

  test("with a field that is not hexadecimal", () => {
    const answer = { client: "besu", ...answerOf({ ...FRONTIER, a: root(31) }) };
    expect(makes(answer, { ...FRONTIER, a: root(31) })).toBe(true);
  });
});
