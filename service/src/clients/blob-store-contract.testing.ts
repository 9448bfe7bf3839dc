/** The contract of `BlobStore`, as a test suite that every implementation runs. */

import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BlobDamagedError, type BlobStore } from "./blobs.js";

export interface OpenedBlobs {
  readonly blobs: BlobStore;
  dispose(): Promise<void>;
}

const FUTURE = new Date("9999-01-01T00:00:00.000Z");

/** Its size divides no blob's size. */
const buffer = () => new Uint8Array(100_003);

async function* pieces(bytes: Uint8Array, pieceBytes = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

async function contentOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** Reads a blob to its end. @throws what the store throws. */
export async function readBlob(blobs: BlobStore, name: string): Promise<Buffer> {
  const blob = await blobs.open(name);
  try {
    return await contentOf(blob.read(buffer()));
  } finally {
    await blob.close();
  }
}

/** Declares the suite for one implementation. */
export function describeBlobStore(name: string, open: () => Promise<OpenedBlobs>): void {
  describe(`blobs in ${name}`, () => {
    let opened: OpenedBlobs;
    let blobs: BlobStore;

    beforeEach(async () => {
      opened = await open();
      ({ blobs } = opened);
    });
    afterEach(() => opened.dispose());

    const listed = async (before = FUTURE): Promise<string[]> => {
      const names: string[] = [];
      for await (const found of blobs.list(before)) names.push(found);
      return names.sort();
    };

    it.each([0, 1, 65_536, 131_072, 262_143, 262_144, 262_145, 1_000_003])(
      "gives back the %i bytes of a blob",
      async (length) => {
        const bytes = randomBytes(length);
        const id = randomUUID();
        await blobs.put(id, pieces(bytes));
        expect((await readBlob(blobs, id)).equals(bytes)).toBe(true);
      },
    );

    it("keeps a blob out of sight until it is whole", async () => {
      const id = randomUUID();
      let isSeen: boolean | undefined;
      const content = async function* () {
        yield randomBytes(300_000);
        isSeen = await readBlob(blobs, id).then(
          () => true,
          () => false,
        );
        yield randomBytes(1);
      };
      await blobs.put(id, content());
      expect(isSeen).toBe(false);
      expect(await readBlob(blobs, id)).toHaveLength(300_001);
    });

    it("passes on the error of a content that breaks off, and keeps nothing", async () => {
      const broken = new RangeError("broken off");
      for (const length of [0, 1, 600_000]) {
        const id = randomUUID();
        const content = async function* () {
          if (length > 0) yield randomBytes(length);
          throw broken;
        };
        await expect(blobs.put(id, content())).rejects.toBe(broken);
        await expect(readBlob(blobs, id)).rejects.toThrow(BlobDamagedError);
      }
      expect(await listed()).toEqual([]);
    });

    it("says that a blob is not there", async () => {
      await expect(readBlob(blobs, randomUUID())).rejects.toThrow(BlobDamagedError);
    });

    it("deletes, also what is not there", async () => {
      const [one, other] = [randomUUID(), randomUUID()];
      await blobs.put(one, pieces(randomBytes(300_000)));
      await blobs.put(other, pieces(randomBytes(10)));
      for (let i = 0; i < 2; i++) await blobs.delete(one);
      await expect(readBlob(blobs, one)).rejects.toThrow(BlobDamagedError);
      expect(await listed()).toEqual([other]);
    });

    it("lists what was written before a moment", async () => {
      const names = Array.from({ length: 20 }, () => randomUUID());
      for (const id of names) await blobs.put(id, pieces(randomBytes(10)));
      expect(await listed()).toEqual([...names].sort());
      expect(await listed(new Date(Date.now() - 60_000))).toEqual([]);
    });

    it("lists what was written in part, by a process that is gone or paused", async () => {
      const id = randomUUID();
      const content = async function* () {
        yield* pieces(randomBytes(600_000));
        await expect.poll(() => listed()).toEqual([id]);
        expect(await listed(new Date(Date.now() - 60_000))).toEqual([]);
      };
      await blobs.put(id, content());
      expect(await listed()).toEqual([id]);
    });

    it("ends a read before its end without a trace", async () => {
      const id = randomUUID();
      await blobs.put(id, pieces(randomBytes(3_000_000)));
      for (let i = 0; i < 20; i++) {
        const blob = await blobs.open(id);
        for await (const part of blob.read(buffer())) {
          expect(part.length).toBeGreaterThan(0);
          break;
        }
        await blob.close();
      }
      await blobs.delete(id);
    });

    it("reads an open blob from its start each time, and is closed twice without harm", async () => {
      const bytes = randomBytes(600_001);
      const id = randomUUID();
      await blobs.put(id, pieces(bytes));
      const blob = await blobs.open(id);
      for (let i = 0; i < 3; i++) expect((await contentOf(blob.read(buffer()))).equals(bytes)).toBe(true);
      for (let i = 0; i < 2; i++) await blob.close();
    });

    it("takes 20 blobs at once", async () => {
      const contents = Array.from({ length: 20 }, () => ({ id: randomUUID(), bytes: randomBytes(400_000) }));
      await Promise.all(contents.map(({ id, bytes }) => blobs.put(id, pieces(bytes))));
      const read = await Promise.all(contents.map(({ id }) => readBlob(blobs, id)));
      expect(read.map((bytes, i) => bytes.equals(contents[i]!.bytes))).not.toContain(false);
    });

    it.each(["", "a", "../../etc/passwd", "a/b", ".hidden", "a b", "a\0b", "é".repeat(10)])(
      "refuses the name %j",
      async (bad) => {
        await expect(blobs.put(bad, pieces(randomBytes(1)))).rejects.toThrow(RangeError);
        await expect(readBlob(blobs, bad)).rejects.toThrow(RangeError);
        await expect(blobs.delete(bad)).rejects.toThrow(RangeError);
      },
    );
  });
}
