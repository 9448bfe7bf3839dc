/** The blob contract on GridFS, and what is particular to it. */
import { randomBytes, randomUUID } from "node:crypto";
import { MongoClient } from "mongodb";
import { describe, expect, inject, it } from "vitest";
import { dropDatabase, newDatabaseUrl } from "../../../../test/mongodb/database-url.js";
import { BlobDamagedError, BlobStoreError } from "./blob-store.js";
import { describeBlobStore } from "./blob-store-contract.testing.js";
import { openGridFsBlobs } from "./gridfs-blobs.js";

const TIMEOUT_MS = 20_000;
const serverUrl = inject("mongodbUrl");

describe.skipIf(serverUrl === null)("GridFS", () => {
  describeBlobStore("GridFS", async () => {
    const url = newDatabaseUrl(serverUrl!);
    const blobs = await openGridFsBlobs({ url, timeoutMs: TIMEOUT_MS });
    return {
      blobs,
      dispose: async () => {
        await blobs.close();
        await dropDatabase(url);
      },
    };
  });

  it("tells a blob that lacks a piece, or has a changed length, from a server that fails", async () => {
    const url = newDatabaseUrl(serverUrl!);
    const blobs = await openGridFsBlobs({ url, timeoutMs: TIMEOUT_MS });
    const client = new MongoClient(url);
    try {
      const id = randomUUID();
      await blobs.put(
        id,
        (async function* () {
          yield randomBytes(600_000);
        })(),
      );
      await client
        .db()
        .collection("blobs.chunks")
        .deleteOne({ files_id: id as never, n: 1 });
      const read = async () => {
        for await (const _ of blobs.read(id, new Uint8Array(1_000)));
      };
      await expect(read()).rejects.toThrow(BlobDamagedError);
      await blobs.delete(id);
      expect(await client.db().collection("blobs.chunks").countDocuments()).toBe(0);
    } finally {
      await client.close();
      await blobs.close();
      await dropDatabase(url);
    }
  });
});

it("says that nobody answers, without the credentials", async () => {
  const url = "mongodb://somebody:secret@127.0.0.1:1/svc";
  const error = await openGridFsBlobs({ url, timeoutMs: 300 }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(BlobStoreError);
  expect(String(error)).not.toMatch(/secret|somebody|127\.0\.0\.1/);
});
