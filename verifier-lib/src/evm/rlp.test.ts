import { hexToBytes } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeRlp, parseRlp, parseRlpInteger, type RlpItem, rlpInteger } from "./rlp.js";

const text = (value: string) => new TextEncoder().encode(value);
const hex = (item: RlpItem) => Buffer.from(encodeRlp(item)).toString("hex");
const LOREM = "Lorem ipsum dolor sit amet, consectetur adipisicing elit";

/** Items nested up to three lists deep, with strings on both sides of 55 bytes. */
const { item: anyItem } = fc.letrec<{ item: RlpItem; list: RlpItem }>((tie) => ({
  item: fc.oneof({ maxDepth: 3 }, fc.uint8Array({ maxLength: 70 }), tie("list")),
  list: fc.array(tie("item"), { maxLength: 6 }),
}));

describe("the Yellow Paper's encoding", () => {
  test.each<[RlpItem, string]>([
    [text("dog"), "83646f67"],
    [[text("cat"), text("dog")], "c88363617483646f67"],
    [new Uint8Array(), "80"],
    [[], "c0"],
    [Uint8Array.of(0), "00"],
    [Uint8Array.of(0x0f), "0f"],
    [Uint8Array.of(0x7f), "7f"],
    [Uint8Array.of(0x80), "8180"],
    [Uint8Array.of(4, 0), "820400"],
    [[[], [[]], [[], [[]]]], "c7c0c1c0c3c0c1c0"],
    [text(LOREM), `b838${Buffer.from(LOREM).toString("hex")}`],
  ])("%o", (item, encoded) => {
    expect(hex(item)).toBe(encoded);
    expect(hex(parseRlp(hexToBytes(encoded)))).toBe(encoded);
  });

  test("lengths on both sides of each limit", () => {
    for (const length of [55, 56, 255, 256, 65_535, 65_536]) {
      const bytes = new Uint8Array(length).fill(0x80);
      expect(parseRlp(encodeRlp(bytes))).toEqual(bytes);
      expect(parseRlp(encodeRlp([bytes]))).toEqual([bytes]);
    }
  });

  test("integers", () => {
    for (const [value, bytes] of [
      [0n, []],
      [1n, [1]],
      [255n, [255]],
      [256n, [1, 0]],
      [2n ** 256n - 1n, Array(32).fill(255)],
    ] as const) {
      expect([...rlpInteger(value)]).toEqual(bytes);
      expect(parseRlpInteger(Uint8Array.from(bytes))).toBe(value);
    }
    expect(() => rlpInteger(-1n)).toThrow(RangeError);
    expect(() => parseRlpInteger(Uint8Array.of(0))).toThrow(
      expect.objectContaining({ code: "rlp_integer_not_minimal" }),
    );
  });

  test("encoded items parse to the same", () => {
    fc.assert(
      fc.property(anyItem, (item) => {
        expect(parseRlp(encodeRlp(item))).toEqual(item);
      }),
    );
  });
});

describe("a strict parser", () => {
  test.each<[string, string, string]>([
    ["nothing", "", "rlp_truncated"],
    ["a truncated string", "83646f", "rlp_truncated"],
    ["a truncated list", "c88363617483646f", "rlp_truncated"],
    ["an item beyond its list", "c383646f67", "rlp_truncated"],
    ["a truncated length", "b9ff", "rlp_truncated"],
    ["a length larger than any file", `bf${"ff".repeat(8)}`, "rlp_truncated"],
    ["a list longer than any file", `ff${"ff".repeat(8)}`, "rlp_truncated"],
    ["trailing bytes", "83646f6700", "rlp_trailing_data"],
    ["two items", "0102", "rlp_trailing_data"],
    ["a byte below 0x80 as a string", "8100", "rlp_byte_not_minimal"],
    ["0x7f as a string", "817f", "rlp_byte_not_minimal"],
    ["a short string with a long length", `b837${"80".repeat(55)}`, "rlp_length_not_minimal"],
    ["an empty string with a long length", "b800", "rlp_length_not_minimal"],
    ["a short list with a long length", `f837${"80".repeat(55)}`, "rlp_length_not_minimal"],
    ["a length that begins with a zero", `b90038${"80".repeat(56)}`, "rlp_length_not_minimal"],
    ["nine nested lists", `${"c8c7c6c5c4c3c2c1c0"}`, "rlp_too_deep"],
  ])("refuses %s", (_, encoded, code) => {
    expect(() => parseRlp(hexToBytes(encoded))).toThrow(
      expect.objectContaining({ name: "FormatError", code }),
    );
  });

  test("says how much of an item is there", () => {
    expect(() => parseRlp(hexToBytes("83646f"))).toThrow("expected an item of 3 bytes, got 2");
    expect(() => parseRlp(hexToBytes(`b838${"00".repeat(55)}`))).toThrow("an item of 56 bytes, got 55");
  });

  test("accepts lists up to the limit", () => {
    expect(parseRlp(hexToBytes("c7c6c5c4c3c2c1c0"))).toEqual([[[[[[[[]]]]]]]]);
  });

  test("accepts the canonical encoding and nothing else", () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 80 }), changedEncoding()), (bytes) => {
        let item: RlpItem;
        try {
          item = parseRlp(bytes);
        } catch (error) {
          expect(error).toMatchObject({ name: "FormatError", code: expect.stringMatching(/^rlp_/) });
          return;
        }
        expect(encodeRlp(item)).toEqual(bytes);
      }),
      { numRuns: 2000 },
    );
  });

  test("spends from the budget by bytes and items", () => {
    const bytes = encodeRlp(Array.from({ length: 1000 }, () => new Uint8Array()));
    const work = new WorkBudget();
    const before = work.left;
    parseRlp(bytes, { work });
    expect(before - work.left).toBeGreaterThanOrEqual(1000);
    expect(() => parseRlp(bytes, { work: new WorkBudget(500) })).toThrow(
      expect.objectContaining({ code: "work_limit_exceeded" }),
    );
  });
});

/** An encoding with one byte changed. */
function changedEncoding(): fc.Arbitrary<Uint8Array> {
  return fc.tuple(anyItem, fc.nat(), fc.nat(255)).map(([item, at, byte]) => {
    const bytes = encodeRlp(item);
    return bytes.with(at % bytes.length, byte);
  });
}
