import { bytesToHex, FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
import { contextConstructed, contextPrimitive, parseDer, TAG } from "./der.js";
import { encodeObjectIdentifier } from "./encode-der.js";
import {
  objectIdentifierText,
  readBitString,
  readBitStringBytes,
  readBoolean,
  readGeneralizedTime,
  readImplicitBoolean,
  readObjectIdentifier,
  readSmallInteger,
  readTime,
  timeOfContent,
} from "./values.js";

const LIMITS = { maxBytes: 1000, maxDepth: 4, maxElements: 10 };
/** The second value of a sequence, at the offset 4, so that no offset is 0 by chance. */
const element = (hex: string) => {
  const size = (2 + hex.length / 2).toString(16).padStart(2, "0");
  return parseDer(hexToBytes(`30${size}0500${hex}`), LIMITS).children[1]!;
};
const errorOf = (read: () => unknown) => {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) return `${error.code} at ${error.offset}`;
    throw error;
  }
};

test("tags in context", () => {
  expect([contextPrimitive(0), contextPrimitive(7), contextConstructed(0), contextConstructed(4)]).toEqual([
    0x80, 0x87, 0xa0, 0xa4,
  ]);
});

test("a boolean", () => {
  expect([readBoolean(element("0101ff")), readBoolean(element("010100"))]).toEqual([true, false]);
});

test.each([
  ["8001ff", true],
  ["800100", false],
  ["800101", "der_boolean at 4"],
  ["8001fe", "der_boolean at 4"],
  ["8000", "der_boolean at 4"],
  ["8002ff00", "der_boolean at 4"],
  ["80020000", "der_boolean at 4"],
])("a boolean under a context tag: %s", (hex, expected) => {
  expect(errorOf(() => readImplicitBoolean(element(hex)))).toBe(expected);
});

test("a boolean that is absent is false", () => {
  expect(readImplicitBoolean(null)).toBe(false);
});

test.each([
  ["02017f", 127],
  ["02020080", 128],
  ["02030186a0", 100_000],
  ["02047fffffff", 2 ** 31 - 1],
  ["02050080000000", "der_integer at 4"],
  ["020180", "der_integer at 4"],
  ["0204ff00007f", "der_integer at 4"],
])("a small integer: %s", (hex, expected) => {
  expect(errorOf(() => readSmallInteger(element(hex)))).toBe(expected);
});

test("a small integer under another tag", () => {
  expect(readSmallInteger(element("0a0103"), TAG.enumerated)).toBe(3);
  expect(readSmallInteger(element("810105"), contextPrimitive(1))).toBe(5);
  expect(errorOf(() => readSmallInteger(element("0a0103")))).toBe("der_unexpected at 4");
});

describe("an object identifier", () => {
  test.each([
    ["060100", "0.0"],
    ["060127", "0.39"],
    ["060128", "1.0"],
    ["06014f", "1.39"],
    ["060150", "2.0"],
    ["06028100", "2.48"],
    ["060a8480808080808080804f", "2.36893488147419103231"],
    ["06032a0000", "1.2.0.0"],
  ])("%s", (hex, text) => {
    expect(readObjectIdentifier(element(hex))).toBe(text);
  });

  test("numbers around each power of two, first, between and last", () => {
    for (let bits = 5n; bits <= 125n; bits++) {
      for (const number of [2n ** bits - 1n, 2n ** bits, 2n ** bits + 1n]) {
        const text = `2.${number}.${number}.1.${number}`;
        expect(objectIdentifierText(parseDer(encodeObjectIdentifier(text), LIMITS).content)).toBe(text);
      }
    }
  });

  test("under another tag", () => {
    expect(readObjectIdentifier(element("82022a03"), contextPrimitive(2))).toBe("1.2.3");
    expect(errorOf(() => readObjectIdentifier(element("82022a03")))).toBe("der_unexpected at 4");
  });
});

describe("a bit string", () => {
  test.each([
    ["030100", { hex: "", unusedBits: 0 }],
    ["030200ff", { hex: "ff", unusedBits: 0 }],
    ["030301abfe", { hex: "abfe", unusedBits: 1 }],
    ["03020780", { hex: "80", unusedBits: 7 }],
    ["80020680", "der_unexpected at 4"],
  ])("%s", (hex, expected) => {
    const read = () => {
      const { bytes, unusedBits } = readBitString(element(hex));
      return { hex: bytesToHex(bytes), unusedBits };
    };
    expect(errorOf(read)).toEqual(expected);
  });

  // Here the parser has not looked at the content.
  test.each([
    ["8000", "der_bit_string at 4"],
    ["800100", { hex: "", unusedBits: 0 }],
    ["800101", "der_bit_string at 4"],
    ["80020780", { hex: "80", unusedBits: 7 }],
    ["80020880", "der_bit_string at 4"],
    ["800208ff", "der_bit_string at 4"],
    ["80020800", "der_bit_string at 4"],
    ["800207c0", "der_bit_string at 4"],
    ["80020101", "der_bit_string at 4"],
    ["8003010102", { hex: "0102", unusedBits: 1 }],
    ["8003020102", "der_bit_string at 4"],
    ["800200ff", { hex: "ff", unusedBits: 0 }],
  ])("under a context tag: %s", (hex, expected) => {
    const read = () => {
      const { bytes, unusedBits } = readBitString(element(hex), contextPrimitive(0));
      return { hex: bytesToHex(bytes), unusedBits };
    };
    expect(errorOf(read)).toEqual(expected);
  });

  test("of whole bytes", () => {
    expect(bytesToHex(readBitStringBytes(element("030300abcd")))).toBe("abcd");
    expect(errorOf(() => readBitStringBytes(element("030301abfe")))).toBe("der_bit_string at 4");
    expect(errorOf(() => readBitStringBytes(element("800200ab")))).toBe("der_unexpected at 4");
  });
});

describe("a time", () => {
  const ascii = (text: string) => new TextEncoder().encode(text);
  const hexOf = (text: string) => bytesToHex(ascii(text));
  const isoOf = (text: string, isUtcTime: boolean) => {
    const bytes = ascii(`00${text}00`);
    const time = timeOfContent(bytes, 2, bytes.length - 2, isUtcTime);
    return time === null ? null : new Date(time).toISOString();
  };

  test.each([
    ["490101000000Z", "2049-01-01T00:00:00.000Z"],
    ["500101000000Z", "1950-01-01T00:00:00.000Z"],
    ["000101000000Z", "2000-01-01T00:00:00.000Z"],
    ["991231235959Z", "1999-12-31T23:59:59.000Z"],
    ["123456789012Z", null],
    ["260101000000z", null],
    ["260101000000", null],
    ["2601010000000", null],
    ["2601010000ZZ", null],
    ["20260101000000Z", null],
  ])("of two digits for the year: %s", (text, iso) => {
    expect(isoOf(text, true)).toBe(iso);
  });

  test.each([
    ["20260102030405Z", "2026-01-02T03:04:05.000Z"],
    ["20261231235959Z", "2026-12-31T23:59:59.000Z"],
    ["00000101000000Z", "0000-01-01T00:00:00.000Z"],
    ["00991231235959Z", "0099-12-31T23:59:59.000Z"],
    ["99991231235959Z", "9999-12-31T23:59:59.000Z"],
    ["20240229000000Z", "2024-02-29T00:00:00.000Z"],
    ["20000229000000Z", "2000-02-29T00:00:00.000Z"],
    ["19000229000000Z", null],
    ["20230229000000Z", null],
    ["20260431000000Z", null],
    ["20260132000000Z", null],
    ["20260100000000Z", null],
    ["20260001000000Z", null],
    ["20261301000000Z", null],
    ["20260101240000Z", null],
    ["20260101006000Z", null],
    ["20260101000060Z", null],
    ["20161231235960Z", null],
    ["2026010100000/Z", null],
    ["2026010100000:Z", null],
    ["/0260101000000Z", null],
    [":0260101000000Z", null],
    ["20260101000000 ", null],
    ["260101000000Z", null],
    ["202601010000000Z", null],
  ])("of four digits for the year: %s", (text, iso) => {
    expect(isoOf(text, false)).toBe(iso);
  });

  test("under its own tag, or another", () => {
    const utc = hexOf("260102030405Z");
    const generalized = hexOf("20260102030405Z");
    const TIME = new Date("2026-01-02T03:04:05Z");
    expect(readTime(element(`170d${utc}`))).toEqual(TIME);
    expect(readTime(element(`180f${generalized}`))).toEqual(TIME);
    expect(errorOf(() => readTime(element(`170f${generalized}`)))).toBe("der_time at 4");
    expect(errorOf(() => readTime(element(`180d${utc}`)))).toBe("der_time at 4");
    expect(errorOf(() => readTime(element(`040f${generalized}`)))).toBe("der_unexpected at 4");
    expect(readGeneralizedTime(element(`180f${generalized}`))).toEqual(TIME);
    expect(readGeneralizedTime(element(`810f${generalized}`), contextPrimitive(1))).toEqual(TIME);
    expect(errorOf(() => readGeneralizedTime(element(`180d${utc}`)))).toBe("der_time at 4");
    expect(errorOf(() => readGeneralizedTime(element(`170d${utc}`)))).toBe("der_unexpected at 4");
  });
});
