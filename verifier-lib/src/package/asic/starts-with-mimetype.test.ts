import { expect, test } from "vitest";
import { randomAccess } from "../random-access.js";
import { rawLocalHeader } from "../zip/zip.testing.js";
import { isMimetypeHeader, MIMETYPE_OFFSET, startsWithMimetype } from "./asic-names.js";

const HEADER = rawLocalHeader({ name: "mimetype" });

test("a container begins with its entry mimetype, stored as it is", async () => {
  for (const file of [HEADER, Buffer.concat([HEADER, Buffer.alloc(1000)])]) {
    expect(isMimetypeHeader(file)).toBe(true);
    expect(await startsWithMimetype(randomAccess(file))).toBe(true);
    // Bytes may be a part of a larger buffer.
    expect(isMimetypeHeader(Buffer.concat([Buffer.alloc(9), file]).subarray(9))).toBe(true);
  }
  expect(HEADER).toHaveLength(MIMETYPE_OFFSET);
});

test("no more than the beginning of a file is read, and nothing beyond its end", async () => {
  for (const [file, length] of [
    [Buffer.concat([HEADER, Buffer.alloc(1000)]), MIMETYPE_OFFSET],
    [HEADER.subarray(0, 5), 5],
  ] as const) {
    const reads: (readonly [number, number])[] = [];
    await startsWithMimetype({
      sizeBytes: file.length,
      read: async (offset, bytes) => {
        reads.push([offset, bytes]);
        return file.subarray(offset, offset + bytes);
      },
    });
    expect(reads).toEqual([[0, length]]);
  }
});

test.each<[string, Buffer]>([
  ["nothing", Buffer.alloc(0)],
  ["too little", HEADER.subarray(0, -1)],
  ["another signature", rawLocalHeader({ name: "mimetype", signature: 0x504b0304 })],
  ["another name", rawLocalHeader({ name: "mimetypf" })],
  ["a name that differs at its start", rawLocalHeader({ name: "Mimetype" })],
  ["a longer name", rawLocalHeader({ name: "mimetype2" })],
  ["a name of the length in the other byte order", rawLocalHeader({ name: "mimetype", nameBytes: 0x0800 })],
  ["a compressed entry", rawLocalHeader({ name: "mimetype", method: 8 })],
  ["a method of which one byte is 0", rawLocalHeader({ name: "mimetype", method: 0x100 })],
  ["an extra field", rawLocalHeader({ name: "mimetype", extra: Buffer.alloc(4) })],
  ["an extra field of 256 bytes", rawLocalHeader({ name: "mimetype", extra: Buffer.alloc(256) })],
])("it does not begin with %s", async (_, start) => {
  expect(isMimetypeHeader(start)).toBe(false);
  expect(await startsWithMimetype(randomAccess(start))).toBe(false);
});
