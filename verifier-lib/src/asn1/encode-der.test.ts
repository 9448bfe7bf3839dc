import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
import { TAG } from "./der.js";
import { encodeDer, encodeObjectIdentifier, encodeUnsignedInteger } from "./encode-der.js";

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
