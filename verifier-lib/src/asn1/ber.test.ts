import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { readBer } from "./ber.js";
import type { DerLimits } from "./der.js";
import { errorOf } from "./der.testing.js";

const LIMITS: DerLimits = { maxBytes: 1000, maxDepth: 8, maxElements: 100 };

/** The DER that readers see, or the code and offset of the error. */
function read(hex: string, limits = LIMITS): unknown {
  return errorOf(() => readBer(hexToBytes(hex), limits, new WorkBudget(), ({ der }) => bytesToHex(der)));
}

describe("BER that is read", () => {
  test.each([
    ["DER", "3003020100", "3003020100"],
    ["an indefinite length", "3080020100 0000", "3003020100"],
    ["none inside it", "30800000", "3000"],
    ["one inside another", "3080a080020100 0000 0000", "3005a003020100"],
    ["one inside a definite one", "30073080020100 0000", "30053003020100"],
    ["a length that is longer than needed", "30810302010a", "300302010a"],
    ["one with many zeros", "308a000000000000000000030201 0a", "300302010a"],
    ["an OCTET STRING in pieces", "24080402aabb0402ccdd", "0404aabbccdd"],
    ["one without pieces", "2400", "0400"],
    ["pieces in pieces, with indefinite lengths", "2480 2480 0401aa 0000 0401bb 0000", "0402aabb"],
    [
      "pieces that are longer than 127 bytes",
      `2480 0450${"aa".repeat(80)} 0450${"aa".repeat(80)} 0000`,
      `0481a0${"aa".repeat(160)}`,
    ],
  ])("%s", (_, ber, der) => {
    expect(read(ber.replaceAll(" ", ""))).toBe(der);
  });
});

describe("BER that is not read", () => {
  test.each([
    ["an indefinite length that does not end", "3080020100", "der_truncated at 5"],
    ["one that ends in half", "308002010000", "der_tag_unsupported at 5"],
    ["one that ends behind what contains it", "30053080020100 0000", "der_truncated at 7"],
    ["one of a primitive value", "3080 0480 0000 0000", "der_length_indefinite at 3"],
    ["the end where none is expected", "30810400000000", "der_tag_unsupported at 3"],
    ["bytes after the value", "30800000 00", "der_trailing_data at 4"],
    ["a length above all bytes", "3081030204 01", "der_truncated at 5"],
    ["a length that is no number of bytes", `30ff${"ff".repeat(127)}`, "der_truncated at 1"],
    ["pieces of another type", "2403020100", "der_form at 2"],
    ["pieces of pieces of another type", "2480240302010000 00", "der_form at 4"],
    ["a BIT STRING in pieces", "2380030200aa0000", "der_form at 0"],
    ["a text in pieces", "2c800c01610000", "der_form at 0"],
    ["a SEQUENCE in primitive form", "3080100000 00", "der_form at 2"],
    ["content that DER forbids", "30800203000001 0000", "der_integer at 2"],
    ["a tag of several bytes", "30803f0100 0000", "der_tag_unsupported at 2"],
  ])("%s", (_, ber, error) => {
    expect(read(ber.replaceAll(" ", ""))).toBe(error);
  });
});

describe("limits, at the last that is allowed and the first that is not", () => {
  const nested = (depth: number) => "3080".repeat(depth) + "0000".repeat(depth);
  const many = (count: number) => `3080${"0500".repeat(count - 1)}0000`;
  const long = (bytes: number) => `3080${"0500".repeat((bytes - 4) / 2)}0000`;
  test.each([
    ["depth", nested(8), nested(9), "der_too_deep at 16"],
    ["values", many(100), many(101), "der_too_many_elements at 200"],
    ["bytes", long(1000), long(1002), "der_too_large at 1000"],
  ])("%s", (_, allowed, refused, error) => {
    const limits = { ...LIMITS, maxElements: refused.length > 1000 ? 1000 : 100 };
    expect(read(allowed, limits)).toMatch(/^30/);
    expect(read(refused, limits)).toBe(error);
  });

  test("work", () => {
    const bytes = hexToBytes(many(100));
    const spent = (units: number) => readBer(bytes, LIMITS, new WorkBudget(units), ({ tag }) => tag);
    expect(spent(1000)).toBe(0x30);
    expect(() => spent(40)).toThrow(expect.objectContaining({ code: "work_limit_exceeded" }));
  });
});

test("values know where they stand in the given bytes", () => {
  const ber = hexToBytes("3080020101248004010a04010b00000000");
  readBer(ber, LIMITS, new WorkBudget(), (root) => {
    const [first, second] = root.children;
    expect([root, first!, second!].map(({ range }) => range)).toEqual([
      { start: 0, end: 17 },
      { start: 2, end: 5 },
      { start: 5, end: 15 },
    ]);
    expect([first!, second!].map(({ given }) => bytesToHex(given))).toEqual([
      "020101",
      "248004010a04010b0000",
    ]);
    expect(bytesToHex(second!.der)).toBe("04020a0b");
  });
});

test("later changes of the given bytes change nothing", () => {
  const ber = hexToBytes("3080020101 0000".replace(" ", ""));
  const value = readBer(ber, LIMITS, new WorkBudget(), (root) => root);
  ber.fill(0);
  expect([bytesToHex(value.der), bytesToHex(value.given)]).toEqual(["3003020101", "30800201010000"]);
});
