/** The blob contract on GridFS, and what is specific to it. */

import { randomBytes, randomUUID } from "node:crypto";
import { Binary, MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { describeBlobStore, readBlob } from "../../service/src/clients/blob-store-contract.testing.js";
import { BlobDamagedError, type BlobStore, BlobStoreError } from "../../service/src/clients/blobs.js";
import { openGridFsBlobs } from "../../service/src/clients/gridfs.js";
import { dropDatabase, newDatabaseUrl } from "./database-url.js";

const TIMEOUT_MS = 20_000;
/** Damage is not held up by a schema. */
const BYPASS = { bypassDocumentValidation: true };
const serverUrl = inject("mongodbUrl");

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

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

  describe("distinguishes a damaged blob from a failing server, and deletes the blob, when", () => {
    const url = newDatabaseUrl(serverUrl ?? "mongodb://127.0.0.1");
    let client: MongoClient;
    let blobs: BlobStore;
    beforeAll(async () => {
      blobs = await openGridFsBlobs({ url, timeoutMs: TIMEOUT_MS });
      client = await MongoClient.connect(url);
    });
    afterAll(async () => {
      await client.close();
      await blobs.close();
      await dropDatabase(url);
    });

    const chunks = () => client.db().collection<{ files_id: string; n: number }>("blobs.chunks");
    const files = () => client.db().collection<{ _id: string }>("blobs.files");

    it.each<[string, (id: string) => Promise<unknown>]>([
      ["its first piece is gone", (id) => chunks().deleteOne({ files_id: id, n: 0 })],
      ["a piece in the middle is gone", (id) => chunks().deleteOne({ files_id: id, n: 1 })],
      ["its last piece is gone", (id) => chunks().deleteOne({ files_id: id, n: 2 })],
      ["all its pieces are gone", (id) => chunks().deleteMany({ files_id: id })],
      ["a piece has another number", (id) => chunks().updateOne({ files_id: id, n: 2 }, { $set: { n: 7 } })],
      [
        "a piece is not bytes",
        (id) => chunks().updateOne({ files_id: id, n: 1 }, { $set: { data: "x" } }, BYPASS),
      ],
      [
        "a piece is shorter",
        (id) => chunks().updateOne({ files_id: id, n: 1 }, { $set: { data: new Binary(randomBytes(9)) } }),
      ],
      [
        "a piece has no bytes",
        (id) => chunks().updateOne({ files_id: id, n: 1 }, { $unset: { data: "" } }, BYPASS),
      ],
      ["its length is another", (id) => files().updateOne({ _id: id }, { $set: { length: 599_999 } })],
      ["its document is gone", (id) => files().deleteOne({ _id: id })],
    ])("%s", async (_, damage) => {
      const id = randomUUID();
      await blobs.put(id, one(randomBytes(600_000)));
      await damage(id);
      await expect(readBlob(blobs, id)).rejects.toThrow(BlobDamagedError);
      await blobs.delete(id);
      expect(await chunks().countDocuments({ files_id: id })).toBe(0);
    });
  });
});

it("reports that nobody answers, without the credentials", async () => {
  const url = "mongodb://somebody:secret@127.0.0.1:1/svc";
  const error = await openGridFsBlobs({ url, timeoutMs: 300 }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(BlobStoreError);
  expect(String(error)).not.toMatch(/secret|somebody|127\.0\.0\.1/);
});
