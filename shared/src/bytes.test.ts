import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  bytesToHex,
  concatBytes,
  decodeHexInto,
  FormatError,
  hexToBytes,
  isHexBytes,
  isUuid,
  JoinedBytes,
} from "./bytes.js";

describe("bytes", () => {
  describe("concat bytes", () => {
    test("parts follow each other, in bytes of their own", () => {
      const part = Uint8Array.of(1, 2);
      const bytes = concatBytes([part, new Uint8Array(), Uint8Array.of(3)]);
      expect(bytes).toEqual(Uint8Array.of(1, 2, 3));
      part[0] = 9;
      expect(bytes[0]).toBe(1);
      expect(concatBytes([])).toEqual(new Uint8Array());
    });
  });

  describe("hex", () => {
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
  });

  describe("joined bytes", () => {
    it("joins parts, in at most twice their size, however small they are", () => {
      const joined = new JoinedBytes();
      expect(joined.bytes).toHaveLength(0);
      const size = 1 << 20;
      for (let i = 0; i < size; i++) joined.push(Uint8Array.of(i & 255));
      joined.push(new Uint8Array(0));
      expect(joined.length).toBe(size);
      expect(joined.bytes.every((byte, i) => byte === (i & 255))).toBe(true);
      expect(joined.bytes.buffer.byteLength).toBeLessThanOrEqual(2 * size);
    });
  });

  describe("uuid", () => {
    const UUID = "0f8fad5b-d9cb-469f-a165-70867728950e";

    test("accepts any 16 bytes, whatever their version and variant", () => {
      fc.assert(
        fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
          const hex = Buffer.from(bytes).toString("hex");
          expect(isUuid(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"))).toBe(true);
        }),
      );
    });

    test.each([
      ["nothing", ""],
      ["upper case", UUID.toUpperCase()],
      ["one upper-case digit", UUID.replace("f", "F")],
      ["no hyphens", UUID.replaceAll("-", "")],
      ["braces", `{${UUID}}`],
      ["URN form", `urn:uuid:${UUID}`],
      ["a digit too few", UUID.slice(1)],
      ["a digit too many", `${UUID}0`],
      ["a trailing line end", `${UUID}\n`],
      ["leading white space", ` ${UUID.slice(1)}`],
      ["a hyphen out of place", "0f8fad5bd-9cb-469f-a165-70867728950e"],
      ["a letter beyond f", UUID.replace("f", "g")],
      ["a full-width digit", UUID.replace("0", "\uff10")],
    ])("refuses %s", (_, text) => {
      expect(isUuid(text)).toBe(false);
    });
  });
});

describe("format error", () => {
  test("has a code, a place and, where there is one, a cause", () => {
    const cause = new Error("of the platform");
    expect(new FormatError("invalid_utf8", "expected UTF-8", 3, "/a", cause)).toMatchObject({
      name: "FormatError",
      message: "expected UTF-8",
      code: "invalid_utf8",
      offset: 3,
      pointer: "/a",
      cause,
    });
    const alone = new FormatError("ots_truncated", "expected more bytes", 0);
    expect(alone.pointer).toBeNull();
    expect("cause" in alone).toBe(false);
  });
});
