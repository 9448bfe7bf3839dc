/** The blob contract on files, and the behaviour specific to files. */

import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeBlobStore, readBlob } from "./blob-store-contract.testing.js";
import { BlobDamagedError, type BlobStore, BlobStoreError, openFileBlobs } from "./blobs.js";

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

describeBlobStore("files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-blobs-"));
  const blobs = await openFileBlobs(join(folder, "originals"));
  return { blobs, dispose: () => rm(folder, { recursive: true }) };
});

describe("the folder of blobs", () => {
  let above: string;
  let folder: string;
  let blobs: BlobStore;

  beforeEach(async () => {
    above = await mkdtemp(join(tmpdir(), "svc-blobs-"));
    folder = join(above, "originals");
    blobs = await openFileBlobs(folder);
  });
  afterEach(() => rm(above, { recursive: true, force: true }));

  it("is only accessible to its owner", async () => {
    const id = randomUUID();
    await blobs.put(id, one(randomBytes(10)));
    expect((await stat(folder)).mode & 0o077).toBe(0);
    expect((await stat(join(folder, id.slice(0, 2), id))).mode & 0o077).toBe(0);
  });

  it("is told from a missing blob when it is gone, and serves again when it is back", async () => {
    const id = randomUUID();
    await blobs.put(id, one(randomBytes(10)));
    await rename(folder, `${folder}-away`);
    // Like an unmounted volume: the folder exists and is empty.
    await mkdir(folder);
    const attempts = [
      () => blobs.open(id),
      () => blobs.delete(id),
      () => blobs.put(randomUUID(), one(randomBytes(1))),
    ];
    for (const attempt of attempts) {
      const error = await attempt().catch((error: unknown) => error);
      expect(error).toBeInstanceOf(BlobStoreError);
      expect(error).not.toBeInstanceOf(BlobDamagedError);
      expect(String(error)).not.toContain(above);
    }
    await rmdir(folder);
    await rename(`${folder}-away`, folder);
    expect(await readBlob(blobs, id)).toHaveLength(10);
  });

  it("serves an open blob to its end after it was deleted", async () => {
    const id = randomUUID();
    const bytes = randomBytes(100_000);
    await blobs.put(id, one(bytes));
    const blob = await blobs.open(id);
    await blobs.delete(id);
    const parts: Buffer[] = [];
    for await (const part of blob.read(new Uint8Array(1_000))) parts.push(Buffer.from(part));
    await blob.close();
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });

  it("is not mistaken for the one in use when it is new, empty or another", async () => {
    const other = join(above, "other");
    await expect(openFileBlobs(other, true)).rejects.toThrow("it has no blobs.txt");
    await mkdir(other);
    await expect(openFileBlobs(other, true)).rejects.toThrow(BlobStoreError);
    expect(await readdir(other)).toEqual([]);
    await openFileBlobs(folder, true);
  });

  it("lists and deletes what an interrupted write left", async () => {
    const id = randomUUID();
    await writeFile(join(folder, "incoming", id), "half");
    await expect(blobs.open(id)).rejects.toThrow(BlobDamagedError);
    const names: string[] = [];
    for await (const name of blobs.list(new Date(Date.now() + 60_000))) names.push(name);
    expect(names).toEqual([id]);
    await blobs.delete(id);
    expect(await readdir(join(folder, "incoming"))).toEqual([]);
  });

  it("cannot be made below a missing folder", async () => {
    await expect(openFileBlobs(join(above, "missing", "originals"))).rejects.toThrow(BlobStoreError);
  });
});
