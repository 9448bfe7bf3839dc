import { inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dosDateTime } from "./dos-date-time.js";
import { encodeZip, type ZipFile } from "./encode-zip.js";
import { rawBlocks, rawBlocksBytes } from "./raw-blocks.js";
import {
  centralHeader,
  DEFLATED,
  endRecords,
  HAS_DESCRIPTOR,
  localHeader,
  sizeDescriptor,
} from "./records.js";

const AT = new Date("2026-02-03T04:05:07.999Z");

async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
  yield bytes.subarray(at);
}

async function all(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const taken: Uint8Array[] = [];
  for await (const piece of pieces) taken.push(piece);
  return Buffer.concat(taken);
}

describe("content that passes through", () => {
  test.each([0, 1, 65_534, 65_535, 65_536, 131_070, 131_071])(
    "%i bytes are a deflate stream",
    async (size) => {
      const bytes = Buffer.alloc(size, "content");
      const stream = await all(rawBlocks(inPieces(bytes, [1, 70_000]), size));
      expect(stream.length).toBe(rawBlocksBytes(size));
      expect(Buffer.compare(inflateRawSync(stream, { finishFlush: 4 }), bytes)).toBe(0);
    },
  );

  test("blocks do not depend on the pieces", async () => {
    const bytes = Buffer.alloc(200_000, "content");
    const expected = await all(rawBlocks(inPieces(bytes, []), bytes.length));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 90_000 }), { maxLength: 6 }), async (sizes) => {
        const stream = await all(rawBlocks(inPieces(bytes, sizes), bytes.length));
        expect(Buffer.compare(stream, expected)).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  test.each([99, 101])("of 100 bytes and not of %i", async (size) => {
    await expect(all(rawBlocks(inPieces(Buffer.alloc(size), []), 100))).rejects.toThrow(RangeError);
  });
});

test("the size is known before the first byte", async () => {
  const files: ZipFile[] = [
    { name: "text", content: Buffer.alloc(5000, "text") },
    { name: "größer", content: Buffer.of(1, 2, 3) },
    { name: "empty", content: Buffer.alloc(0) },
    { name: "stream", content: { sizeBytes: 70_000, read: () => inPieces(Buffer.alloc(70_000), [5]) } },
  ];
  const { sizeBytes, read } = encodeZip(files, AT);
  const zip = await all(read());
  expect(zip.length).toBe(sizeBytes);
  expect(Buffer.compare(zip, await all(encodeZip(files, AT).read()))).toBe(0);
});

test("times are in DOS format: UTC, whole steps of two seconds, from 1980 to 2107", () => {
  expect(dosDateTime(AT)).toBe((((46 << 9) | (2 << 5) | 3) << 16) | (4 << 11) | (5 << 5) | 3);
  expect(dosDateTime(new Date(0))).toBe(((1 << 5) | 1) << 16);
  expect(dosDateTime(new Date("2200-01-01"))).toBe(
    (((127 << 9) | (12 << 5) | 31) * 65_536 + ((23 << 11) | (59 << 5) | 29)) >>> 0,
  );
});

describe("Zip64", () => {
  const layout = {
    name: Buffer.from("x"),
    modifiedAt: AT,
    method: DEFLATED,
    flags: HAS_DESCRIPTOR,
    crc: 0x01020304,
    sizeBytes: 100,
    compressedBytes: 105,
    offset: 0,
  } as const;
  const FULL = 0xffffffff;

  test("begins with the first value that does not fit", () => {
    const small = { ...layout, sizeBytes: FULL - 6, compressedBytes: FULL - 1, offset: FULL - 1 };
    expect([localHeader, sizeDescriptor, centralHeader].map((encode) => encode(small).length)).toEqual([
      31, 16, 47,
    ]);
    const large = { ...small, compressedBytes: FULL };
    expect([localHeader, sizeDescriptor, centralHeader].map((encode) => encode(large).length)).toEqual([
      51, 24, 59,
    ]);
    expect(centralHeader({ ...large, sizeBytes: FULL + 5, offset: 2 ** 40 }).length).toBe(75);
  });

  test("values stand in the order of the format", () => {
    const header = Buffer.from(
      centralHeader({ ...layout, sizeBytes: 2 ** 33, compressedBytes: 2 ** 34, offset: 2 ** 35 }),
    );
    expect([header.readUInt32LE(20), header.readUInt32LE(24), header.readUInt32LE(42)]).toEqual([
      FULL,
      FULL,
      FULL,
    ]);
    expect([51, 59, 67].map((at) => Number(header.readBigUInt64LE(at)))).toEqual([2 ** 33, 2 ** 34, 2 ** 35]);
  });

  test("end records", () => {
    expect(endRecords({ entryCount: 65_534, directoryOffset: FULL - 1, directoryBytes: 1 })).toHaveLength(22);
    expect(endRecords({ entryCount: 65_535, directoryOffset: 1, directoryBytes: 1 })).toHaveLength(98);
    expect(endRecords({ entryCount: 1, directoryOffset: FULL, directoryBytes: 1 })).toHaveLength(98);
  });
});
