/** Blob stores that a test owns: it may inspect, change and delete their blobs. */

import { mkdtemp, open, readdir, readFile, rename, rm, stat, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GridFSBucket, MongoClient } from "mongodb";
import { inject } from "vitest";
import { type BlobStore, openFileBlobs } from "../../service/src/clients/blobs.js";
import { openGridFsBlobs } from "../../service/src/clients/gridfs.js";
import { MongoProxy } from "../faults/mongodb-proxy.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";

export interface TestBlobs {
  readonly blobs: BlobStore;
  /** Complete and partial blobs. */
  names(): Promise<string[]>;
  read(name: string): Promise<Buffer>;
  /** Replaces a blob; null removes it. */
  write(name: string, bytes: Uint8Array | null): Promise<void>;
  /** Changes one bit of a blob in place. */
  changeInPlace(name: string, place: number): Promise<void>;
  /** Damages what a running download has not read yet: changes the file, or takes the server away. */
  spoilUnread(name: string): Promise<void>;
  /** Makes the store fail. The returned function restores it. */
  takeAway(): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

export type OpenBlobs = () => Promise<TestBlobs>;

export const openTestFiles: OpenBlobs = async () => {
  const above = await mkdtemp(join(tmpdir(), "svc-custody-"));
  const folder = join(above, "originals");
  const place = (name: string) => join(folder, name.slice(0, 2), name);
  const changeInPlace = async (name: string, at: number) => {
    const file = await open(place(name), "r+");
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, at);
    byte[0]! ^= 1;
    await file.write(byte, 0, 1, at);
    await file.close();
  };
  return {
    blobs: await openFileBlobs(folder),
    names: async () => {
      const found = await readdir(folder, { recursive: true, withFileTypes: true });
      return found.filter((entry) => entry.isFile() && entry.name !== "blobs.txt").map(({ name }) => name);
    },
    read: (name) => readFile(place(name)),
    write: (name, bytes) => (bytes === null ? unlink(place(name)) : writeFile(place(name), bytes)),
    changeInPlace,
    spoilUnread: async (name) => changeInPlace(name, (await stat(place(name))).size - 1),
    takeAway: async () => {
      await rename(folder, `${folder}-away`);
      return () => rename(`${folder}-away`, folder);
    },
    remove: () => rm(above, { recursive: true }),
  };
};

const serverUrl = inject("mongodbUrl");
const TIMEOUT_MS = 5_000;
const CHUNK_BYTES = 262_144;
/** The driver's own commands are still answered. */
const ABOUT_BLOBS = new Set([
  "find",
  "getMore",
  "insert",
  "update",
  "delete",
  "listIndexes",
  "createIndexes",
]);

interface Chunk {
  readonly files_id: string;
  readonly n: number;
  readonly data: Buffer;
}

const openTestGridFs: OpenBlobs = async () => {
  const url = newDatabaseUrl(serverUrl!);
  const { hostname, port, pathname } = new URL(url);
  const proxy = await MongoProxy.start(Number(port));
  const client = await MongoClient.connect(`mongodb://${hostname}:${port}${pathname}?directConnection=true`);
  const chunks = client.db().collection<Chunk>("blobs.chunks");
  const files = client.db().collection<{ _id: string }>("blobs.files");
  const chunksOf = (name: string) =>
    chunks.find({ files_id: name }, { promoteBuffers: true }).sort({ n: 1 }).toArray();
  const blobs = await openGridFsBlobs({
    url: `mongodb://127.0.0.1:${proxy.port}${pathname}?directConnection=true`,
    timeoutMs: TIMEOUT_MS,
  });
  return {
    blobs,
    names: async () => {
      const whole = await files.find().toArray();
      return [...new Set([...whole.map(({ _id }) => _id), ...(await chunks.distinct("files_id"))])];
    },
    read: async (name) => Buffer.concat((await chunksOf(name)).map(({ data }) => data)),
    write: async (name, bytes) => {
      await files.deleteOne({ _id: name });
      await chunks.deleteMany({ files_id: name });
      if (bytes === null) return;
      const bucket = new GridFSBucket(client.db(), { bucketName: "blobs", chunkSizeBytes: CHUNK_BYTES });
      const stream = bucket.openUploadStreamWithId(name as never, name);
      await new Promise<void>((resolve, reject) =>
        stream
          .on("error", reject)
          .on("finish", () => resolve())
          .end(bytes),
      );
    },
    changeInPlace: async (name, at) => {
      const n = Math.floor(at / CHUNK_BYTES);
      const { data } = (await chunksOf(name))[n]!;
      data[at - n * CHUNK_BYTES]! ^= 1;
      await chunks.updateOne({ files_id: name, n }, { $set: { data } });
    },
    spoilUnread: async () => {
      proxy.watch = { asked: ({ name }) => !ABOUT_BLOBS.has(name) };
      proxy.cut();
    },
    takeAway: async () => {
      proxy.watch = { asked: ({ name }) => (ABOUT_BLOBS.has(name) ? "refused" : true) };
      return async () => {
        proxy.watch = {};
      };
    },
    remove: async () => {
      await blobs.close();
      await client.close();
      await proxy.dispose();
      await dropDatabase(url);
    },
  };
};

/** For `describe.each`. */
export const testBlobs: readonly { readonly name: string; readonly openBlobs: OpenBlobs }[] = [
  { name: "files", openBlobs: openTestFiles },
  ...(serverUrl === null ? [] : [{ name: "GridFS", openBlobs: openTestGridFs }]),
];
