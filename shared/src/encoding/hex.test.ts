import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesToHex, decodeHexInto, hexToBytes, isHexBytes } from "./hex.js";

describe("lower-case hexadecimal", () => {
  test("agrees with the platform for every byte and any length", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const hex = Buffer.from(bytes).toString("hex");
        expect(bytesToHex(bytes)).toBe(hex);
        expect(hexToBytes(hex)).toEqual(bytes);
      }),
    );
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(hexToBytes(bytesToHex(all))).toEqual(all);
  });

  test("encodes a range", () => {
    expect(bytesToHex(Uint8Array.of(1, 2, 3, 4), 1, 3)).toBe("0203");
    const target = new Uint8Array(4);
    expect(decodeHexInto("abcd", target, 1)).toBe(true);
    expect(target).toEqual(Uint8Array.of(0, 0xab, 0xcd, 0));
  });

  test("refuses every UTF-16 unit that is not a lower-case digit, in either position", () => {
    const target = new Uint8Array(1);
    for (let unit = 0; unit <= 0xffff; unit++) {
      const digit = String.fromCharCode(unit);
      const valid = "0123456789abcdef".includes(digit);
      if (decodeHexInto(`0${digit}`, target) !== valid || decodeHexInto(`${digit}0`, target) !== valid) {
        expect.fail(`U+${unit.toString(16)} was judged wrongly`);
      }
    }
  });

  test("tells which bytes spell it, within a range only", () => {
    for (let byte = 0; byte <= 0xff; byte++) {
      const isDigit = "0123456789abcdef".includes(String.fromCharCode(byte));
      for (const place of [1, 2]) {
        const bytes = Uint8Array.of(0x2f, 0x66, 0x30, 0x67);
        bytes[place] = byte;
        expect(isHexBytes(bytes, 1, 3), `${byte} at ${place}`).toBe(isDigit);
      }
    }
    expect(isHexBytes(new Uint8Array(1), 1, 1)).toBe(true);
  });

  test("refuses an odd length", () => {
    expect(decodeHexInto("abc", new Uint8Array(2))).toBe(false);
    expect(() => hexToBytes("abc")).toThrow(RangeError);
    expect(() => hexToBytes("AB")).toThrow(RangeError);
  });

  test("never writes past its target", () => {
    expect(() => decodeHexInto("abcd", new Uint8Array(1))).toThrow(RangeError);
    expect(() => decodeHexInto("ab", new Uint8Array(1), 1)).toThrow(RangeError);
    expect(() => decodeHexInto("ab", new Uint8Array(1), -1)).toThrow(RangeError);
    expect(decodeHexInto("", new Uint8Array(0))).toBe(true);
  });
});
