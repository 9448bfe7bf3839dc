import { bytesToHex, FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
import { contextConstructed, contextPrimitive, parseDer, TAG } from "./der.js";
import {
  encodeDer,
  encodeObjectIdentifier,
  encodeUnsignedInteger,
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

describe("encode der", () => {
  describe("an encoded length", () => {
    test.each([
      [0, "0400"],
      [1, "0401"],
      [0x7f, "047f"],
      [0x80, "048180"],
      [0xff, "0481ff"],
      [0x100, "04820100"],
      [0xffff, "0482ffff"],
      [0x10000, "0483010000"],
    ])("of %i bytes", (length, header) => {
      const der = encodeDer(TAG.octetString, new Uint8Array(length));
      expect([bytesToHex(der.subarray(0, header.length / 2)), der.length]).toEqual([
        header,
        header.length / 2 + length,
      ]);
    });

    test("is that of all parts, which follow one another", () => {
      expect(bytesToHex(encodeDer(0x30, Uint8Array.of(1, 2), new Uint8Array(), Uint8Array.of(3)))).toBe(
        "3003010203",
      );
    });
  });

  test.each([
    ["", "020100"],
    ["00", "020100"],
    ["0000", "020100"],
    ["7f", "02017f"],
    ["80", "02020080"],
    ["ff", "020200ff"],
    ["0080", "02020080"],
    ["00007f", "02017f"],
    ["0100", "02020100"],
    ["7f80", "02027f80"],
  ])("the integer of the bytes '%s' has the shortest form that is not negative", (bytes, der) => {
    expect(bytesToHex(encodeUnsignedInteger(hexToBytes(bytes)))).toBe(der);
  });

  describe("an object identifier", () => {
    const LONG = "9".repeat(39);

    test.each([
      ["0.0", "060100"],
      ["0.39", "060127"],
      ["1.0", "060128"],
      ["1.39", "06014f"],
      ["2.0", "060150"],
      ["2.47", "06017f"],
      ["2.48", "06028100"],
      ["1.2.127", "06022a7f"],
      ["1.2.128", "06032a8100"],
      ["1.2.16383", "06032aff7f"],
      ["1.2.16384", "06042a818000"],
      ["1.2.0.10", "06032a000a"],
    ])("%s", (text, der) => {
      expect(bytesToHex(encodeObjectIdentifier(text))).toBe(der);
    });

    test.each([`2.${LONG}`, `1.2.${LONG}`, `1.2${".3".repeat(30)}`])("as long as is allowed: %s", (text) => {
      expect(encodeObjectIdentifier(text)[0]).toBe(TAG.objectIdentifier);
    });

    test.each([
      "",
      "1",
      "1.",
      "3.1",
      "0.40",
      "1.40",
      "1.100",
      "2.01",
      "1.2.03",
      "1.2.",
      "1..2",
      ".1.2",
      "1.2.-3",
      "1.2.3 ",
      " 1.2.3",
      "1.2.x",
      `2.${LONG}9`,
      `1.2.${LONG}9`,
      `1.2${".3".repeat(31)}`,
    ])("is not '%s'", (text) => {
      expect(() => encodeObjectIdentifier(text)).toThrow(RangeError);
    });

    test("is quoted in the error up to 80 characters", () => {
      expect(() => encodeObjectIdentifier("x".repeat(81))).toThrow(/got "x{80}"$/);
    });
  });
});

describe("values", () => {
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
});
