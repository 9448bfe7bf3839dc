import { inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeZip, rawBlocks, rawBlocksBytes, streamZip, type ZipFile } from "./encode-zip.js";

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

test("an archive that is made while it is sent comes in few pieces, none of them large", async () => {
  const stream = { sizeBytes: 200_000, read: () => inPieces(Buffer.alloc(200_000), [100_000]) };
  const files: ZipFile[] = [
    ...Array.from({ length: 500 }, (_, i) => ({ name: `${i}`, content: Buffer.of(i & 255) })),
    { name: "stream", content: stream },
  ];
  const pieces: Uint8Array[] = [];
  const made = async function* () {
    yield* files;
  };
  for await (const piece of streamZip(made(), AT)) pieces.push(piece);
  expect(pieces.length).toBeLessThan(20);
  expect(Buffer.concat(pieces).equals(await all(encodeZip(files, AT).read()))).toBe(true);
});
