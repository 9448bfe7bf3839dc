import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type HandMadeEntry, handMadeZip } from "../../verifier-lib/src/archive/zip.testing.js";
import { ArchiveProbe } from "../../verifier-lib/src/asic/archive-probe.js";

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

/** An archive made of what it states of its files: headers, each with what follows it, and the end. */
function listOf(
  headers: readonly Buffer[],
  parts: { readonly before?: Buffer; readonly sizeBytes?: number } = {},
) {
  const list = Buffer.concat(headers);
  const { before = Buffer.from("PK\u0003\u0004"), sizeBytes = list.length } = parts;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(headers.length, 10);
  end.writeUInt32LE(sizeBytes, 12);
  return Buffer.concat([before, list, end]);
}

interface Header {
  readonly name?: string;
  readonly extra?: Buffer;
  readonly comment?: Buffer;
  readonly method?: number;
  readonly size?: number;
}

function header({ name = "", extra, comment, method = 0, size = 0 }: Header = {}): Buffer {
  const bytes = Buffer.alloc(46);
  bytes.writeUInt32LE(0x02014b50, 0);
  bytes.writeUInt16LE(method, 10);
  bytes.writeUInt32LE(size, 24);
  bytes.writeUInt16LE(name.length, 28);
  bytes.writeUInt16LE(extra?.length ?? 0, 30);
  bytes.writeUInt16LE(comment?.length ?? 0, 32);
  return Buffer.concat([bytes, Buffer.from(name), extra ?? NOTHING, comment ?? NOTHING]);
}

function field(id: number, content: Buffer): Buffer {
  const start = Buffer.alloc(4);
  start.writeUInt16LE(id, 0);
  start.writeUInt16LE(content.length, 2);
  return Buffer.concat([start, content]);
}

const UNREADABLE = "an archive whose list of files cannot be read";
const TOO_LARGE = "an archive that is unpacked to more than 100 times its size";

describe("the list of files", () => {
  const LZMA = header({ name: "b", method: 14 });

  test("may be empty, or have a file without a name at its end", () => {
    expect(faultOf(listOf([]))).toBeNull();
    expect(faultOf(listOf([header()]))).toBeNull();
  });

  test("is read on after extra fields and comments", () => {
    const extra = field(9, Buffer.alloc(3));
    const comment = Buffer.alloc(90);
    expect(faultOf(listOf([header({ name: "a", extra, comment }), LZMA]))).toContain("method 14");
  });

  test("must have a header for each file, all of it before the end", () => {
    const damaged = header({ name: "a" });
    damaged[3]! ^= 1;
    expect(faultOf(listOf([damaged]))).toBe(UNREADABLE);
    for (const length of [4, 24, 45]) {
      expect(faultOf(listOf([header().subarray(0, length)]))).toBe(UNREADABLE);
    }
    const announcing = header();
    announcing.writeUInt16LE(65_535, 32);
    expect(faultOf(listOf([announcing, header()]))).toBe(UNREADABLE);
  });

  test("must have room for the extra fields that a header announces", () => {
    const announcing = header();
    announcing.writeUInt16LE(1, 30);
    expect(faultOf(listOf([announcing]))).toBe(UNREADABLE);
    expect(faultOf(listOf([header({ extra: Buffer.alloc(1) })]))).toBeNull();
  });

  test("may have 1 MiB with its end, and no more", () => {
    const comments = [...Array(15).fill(65_535), 2 ** 20 - 22 - 16 * 46 - 15 * 65_535];
    const headers = comments.map((length: number) => header({ comment: Buffer.alloc(length) }));
    const before = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(100_000)]);
    const bytes = listOf(headers, { before });
    expect(faultOf(bytes, bytes.length)).toBeNull();
    const larger = listOf([...headers.slice(1), header({ comment: Buffer.alloc(65_535) }), LZMA], { before });
    expect(faultOf(larger, larger.length)).toBe(UNREADABLE);
  });
});

describe("the unpacked size", () => {
  test("may be 100 times that of the archive", () => {
    const before = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(10_000)]);
    const of = (size: number) => listOf([header({ size })], { before });
    const most = 100 * of(0).length;
    expect(faultOf(of(most))).toBeNull();
    expect(faultOf(of(most + 1))).toBe(TOO_LARGE);
  });

  const sizeOf = (bytes: bigint) => {
    const size = Buffer.alloc(8);
    size.writeBigUInt64LE(bytes);
    return size;
  };

  test.each<[string, Buffer, string | null]>([
    ["alone", field(1, sizeOf(1n)), null],
    [
      "after another field",
      Buffer.concat([field(9, Buffer.alloc(8)), field(1, sizeOf(2n ** 40n))]),
      TOO_LARGE,
    ],
    ["after another field", Buffer.concat([field(9, Buffer.alloc(8, 0xff)), field(1, sizeOf(1n))]), null],
    ["not in a field that is too short for it", field(1, Buffer.alloc(7)), TOO_LARGE],
    ["nowhere", NOTHING, TOO_LARGE],
  ])("is that of Zip64 where only that can state it: %s", (_, extra, fault) => {
    const comment = Buffer.alloc(20);
    expect(faultOf(listOf([header({ size: 0xffffffff, extra, comment })]))).toBe(fault);
  });
});

describe("the pieces do not matter", () => {
  test.each([
    ["PKno archive", 2],
    ["noPK\u0003\u0004", 2],
  ])("where it starts: %j by %i", (text, pieceBytes) => {
    expect(faultOf(Buffer.from(text), pieceBytes)).toBeNull();
  });

  test("where it has none", () => {
    const probe = new ArchiveProbe();
    for (const piece of [NOTHING, Buffer.from("PK"), NOTHING, Buffer.from("\u0003\u0004")])
      probe.update(piece);
    expect(probe.fault()).toBe("an archive without its end");
  });

  test.each([300_000, 600_000, 2 ** 20 - 1, 2 ** 20, 3_000_000, 5_000_000])("of %i bytes", (pieceBytes) => {
    const before = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(4_000_000, 1)]);
    const comment = Buffer.alloc(60_000);
    const headers = [...Array.from({ length: 12 }, () => header({ comment })), header({ method: 14 })];
    expect(faultOf(listOf(headers, { before }), pieceBytes)).toContain("method 14");
  });
});

test("a thousand entries are read in pieces of any size", () => {
  const large = Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(3_000_000, 1), many(1001)]);
  for (const pieceBytes of [1000, 999_983, large.length]) {
    expect(faultOf(large, pieceBytes), `${pieceBytes}`).toBe("an archive of more than 1000 entries");
  }
  for (const pieceBytes of [1, 2, 3, 5]) expect(faultOf(many(1001), pieceBytes)).not.toBeNull();
});
