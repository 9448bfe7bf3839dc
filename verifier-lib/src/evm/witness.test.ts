import { WorkBudget } from "@svc-proof/shared/work";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EVM_WITNESS_LIMITS } from "../limits.js";
import { type EvmWitness, encodeEvmWitness, parseEvmWitness } from "./witness.js";

const WITNESS: EvmWitness = {
  chainId: 1,
  header: Uint8Array.of(0xc0),
  transactionIndex: 2,
  proof: [Uint8Array.of(1, 2), Uint8Array.of(3)],
};
const TEXT =
  '{"format":"svc-evm-witness/1","chain_id":1,"header":"0xc0","transaction_index":2,"proof":["0x0102","0x03"]}';
const document = () => JSON.parse(TEXT) as Record<string, unknown>;
const changed = (change: Record<string, unknown>) => JSON.stringify({ ...document(), ...change });
const without = (field: string) => JSON.stringify({ ...document(), [field]: undefined });

test("a document has one canonical encoding", () => {
  expect(encodeEvmWitness(WITNESS)).toBe(TEXT);
  expect(parseEvmWitness(TEXT)).toEqual(WITNESS);
  expect(parseEvmWitness(new TextEncoder().encode(TEXT))).toEqual(WITNESS);
});

test("readers tolerate other fields, white space and another order", () => {
  expect(parseEvmWitness(JSON.stringify({ more: [1], ...document() }, null, 2))).toEqual(WITNESS);
  expect(parseEvmWitness(JSON.stringify(Object.fromEntries(Object.entries(document()).reverse())))).toEqual(
    WITNESS,
  );
});

test("what is encoded is read as the same", () => {
  const any = fc.record({
    chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    header: fc.uint8Array({ maxLength: 700 }),
    transactionIndex: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    proof: fc.array(fc.uint8Array({ maxLength: 600 }), { minLength: 1, maxLength: 11 }),
  });
  fc.assert(
    fc.property(any, (witness) => {
      expect(parseEvmWitness(encodeEvmWitness(witness))).toEqual(witness);
    }),
  );
});

describe("malformations", () => {
  test.each<[string, string]>([
    ["unsupported_format", changed({ format: "svc-evm-witness/2" })],
    ["missing_field", without("format")],
    ["missing_field", without("chain_id")],
    ["missing_field", without("header")],
    ["missing_field", without("transaction_index")],
    ["missing_field", without("proof")],
    ["wrong_type", changed({ chain_id: "1" })],
    ["integer_out_of_range", changed({ chain_id: 0 })],
    ["integer_out_of_range", changed({ transaction_index: 2 ** 32 })],
    ["integer_malformed", TEXT.replace(":2,", ":2.0,")],
    ["witness_hex_malformed", changed({ header: "c0" })],
    ["witness_hex_malformed", changed({ header: "0xC0" })],
    ["witness_hex_malformed", changed({ header: "0Xc0" })],
    ["witness_hex_malformed", changed({ header: "0xc" })],
    ["witness_hex_malformed", changed({ proof: ["0x0g"] })],
    ["witness_no_nodes", changed({ proof: [] })],
    ["witness_too_many_nodes", changed({ proof: Array(12).fill("0x00") })],
    ["witness_header_too_large", changed({ header: `0x${"00".repeat(131_073)}` })],
    ["duplicate_key", TEXT.replace("{", '{"chain_id":1,')],
    ["json_trailing_data", `${TEXT}{}`],
    ["too_large", TEXT + " ".repeat(EVM_WITNESS_LIMITS.maxBytes)],
  ])("%s", (code, text) => {
    expect(() => parseEvmWitness(text)).toThrow(expect.objectContaining({ name: "FormatError", code }));
  });

  test("limits are met exactly", () => {
    expect(parseEvmWitness(changed({ proof: Array(11).fill("0x00") })).proof).toHaveLength(11);
    expect(parseEvmWitness(changed({ header: `0x${"00".repeat(131_072)}` })).header).toHaveLength(131_072);
    expect(parseEvmWitness(TEXT.padEnd(EVM_WITNESS_LIMITS.maxBytes)).chainId).toBe(1);
  });

  test("a document is paid for by its length, and one that is too large costs nothing", () => {
    const spent = (text: string) => {
      const work = new WorkBudget();
      const before = work.left;
      try {
        parseEvmWitness(text, { work });
      } catch (error) {
        expect(error).toMatchObject({ code: "too_large" });
      }
      return before - work.left;
    };
    expect([320, 321].map((length) => spent(TEXT.padEnd(length)))).toEqual([10, 11]);
    expect(spent(TEXT.padEnd(EVM_WITNESS_LIMITS.maxBytes))).toBe(EVM_WITNESS_LIMITS.maxBytes / 32);
    expect(spent(TEXT.padEnd(EVM_WITNESS_LIMITS.maxBytes + 1))).toBe(0);
    expect(() => parseEvmWitness(TEXT, { work: new WorkBudget(1) })).toThrow(
      expect.objectContaining({ code: "work_limit_exceeded" }),
    );
  });

  test("a writer writes nothing that a reader refuses", () => {
    for (const wrong of [
      { chainId: 0 },
      { transactionIndex: -1 },
      { transactionIndex: 2 ** 32 },
      { proof: [] },
      { proof: Array.from({ length: 12 }, () => new Uint8Array()) },
      { header: new Uint8Array(131_073) },
      { proof: [new Uint8Array(EVM_WITNESS_LIMITS.maxBytes / 2)] },
    ]) {
      expect(() => encodeEvmWitness({ ...WITNESS, ...wrong })).toThrow(RangeError);
    }
  });
});
