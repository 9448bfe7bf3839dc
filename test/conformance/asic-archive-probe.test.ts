import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ArchiveProbe } from "../../verifier-lib/src/asic/archive-probe.js";
import { type HandMadeEntry, handMadeZip } from "../hand-made-zip.js";

const NOTHING = Buffer.alloc(0);
const zip = (...entries: readonly HandMadeEntry[]) => handMadeZip(entries, NOTHING);
const many = (count: number) => zip(...Array.from({ length: count }, (_, i) => ({ name: `${i}` })));
const zeros = (size: number): HandMadeEntry => {
  const content = Buffer.alloc(size);
  return { name: "zeros", content, data: deflateRawSync(content), method: 8 };
};

function faultOf(bytes: Uint8Array, pieceBytes = 65_536): string | null {
  const probe = new ArchiveProbe();
  for (let at = 0; at < bytes.length; at += pieceBytes) probe.update(bytes.subarray(at, at + pieceBytes));
  return probe.fault();
}

/** Sizes, count and offset of the end are where only Zip64 has them. */
function asZip64(bytes: Buffer, count: number): Buffer {
  const end = bytes.length - 22;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(bytes.readUInt32LE(end + 12)), 40);
  record.writeBigUInt64LE(BigInt(bytes.readUInt32LE(end + 16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(end), 8);
  locator.writeUInt32LE(1, 16);
  const last = Buffer.from(bytes.subarray(end));
  last.fill(0xff, 8, 20);
  return Buffer.concat([bytes.subarray(0, end), record, locator, last]);
}

describe("no fault", () => {
  test.each([
    ["nothing", NOTHING],
    ["text", Buffer.from("PK is no archive")],
    ["three bytes of an archive's four", Buffer.from("PK\u0003")],
    ["an empty archive", zip()],
    ["1,000 entries", many(1000)],
    ["1,000,000 bytes, however small", zip(zeros(1_000_000))],
    ["100 times its size", zip(zeros(2_000_000), { name: "a", content: Buffer.alloc(18_500) })],
    ["an encrypted entry of another method", zip({ name: "a", method: 99, flags: 1 })],
    ["a comment", handMadeZip([{ name: "a" }], Buffer.alloc(65_535))],
    ["bytes after the archive", Buffer.concat([zip({ name: "a" }), Buffer.alloc(100)])],
    ["bytes before the archive", Buffer.concat([Buffer.from("MZ"), many(1001)])],
    ["Zip64", asZip64(many(1000), 1000)],
  ])("%s", (_, bytes) => {
    expect(faultOf(bytes)).toBeNull();
  });
});

describe("a fault", () => {
  test.each([
    ["1,001 entries", many(1001), "an archive of more than 1000 entries"],
    ["1,001 entries by Zip64", asZip64(many(1001), 1001), "an archive of more than 1000 entries"],
    [
      "one byte more, and small",
      zip(zeros(1_000_001)),
      "an archive that is unpacked to more than 100 times its size",
    ],
    [
      "above 100 times its size",
      zip(zeros(2_000_000), { name: "a", content: Buffer.alloc(17_000) }),
      "an archive that is unpacked to more than 100 times its size",
    ],
    ["LZMA", zip({ name: "a", method: 14 }), "an archive with the compression method 14"],
    ["no end", zip({ name: "a" }).subarray(0, -1), "an archive without its end"],
    ["nothing but the first bytes", Buffer.from("PK\u0003\u0004"), "an archive without its end"],
  ])("%s", (_, bytes, fault) => {
    expect(faultOf(bytes)).toBe(fault);
  });

  test("a list that is not where the end says", () => {
    const bytes = many(2);
    for (const size of [0, 1, bytes.length, 0xffffffff]) {
      bytes.writeUInt32LE(size, bytes.length - 10);
      expect(faultOf(bytes), `${size}`).toBe("an archive whose list of files cannot be read");
    }
  });

  test("a size that only Zip64 can state", () => {
    const bytes = zip({ ...zeros(10), centralExtra: Buffer.alloc(12) });
    const at = bytes.indexOf(Buffer.from("PK\u0001\u0002"));
    bytes.writeUInt32LE(0xffffffff, at + 24);
    bytes.writeUInt16LE(1, at + 46 + 5);
    bytes.writeUInt16LE(8, at + 46 + 7);
    bytes.writeBigUInt64LE(1_000_000n, at + 46 + 9);
    expect(faultOf(bytes)).toBeNull();
    bytes.writeBigUInt64LE(2n ** 40n, at + 46 + 9);
    expect(faultOf(bytes)).toBe("an archive that is unpacked to more than 100 times its size");
  });
});

test("the pieces do not matter", () => {
  const large = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(3_000_000, 1), many(1001)]);
  for (const pieceBytes of [1000, 999_983, large.length]) {
    expect(faultOf(large, pieceBytes), `${pieceBytes}`).toBe("an archive of more than 1000 entries");
  }
  for (const pieceBytes of [1, 2, 3, 5]) expect(faultOf(many(1001), pieceBytes)).not.toBeNull();
});
