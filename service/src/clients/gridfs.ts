/**
 * Blobs in GridFS: pieces in `blobs.chunks`, and a document in `blobs.files` that is written last and makes the blob
 * visible. It has its own client, so that transfers never make the store wait for a connection.
 */

import { pipeline } from "node:stream/promises";
import { type Collection, type Document, GridFSBucket, type MongoClient, type ObjectId } from "mongodb";
import { openDatabase, type StoreLog } from "../store/mongodb/connection.js";
import { setValidators } from "../store/mongodb/prepare.js";
import { BlobDamagedError, type BlobStore, blobStep, checkBlobName, type OpenedBlob } from "./blobs.js";

const BUCKET = "blobs";

/** Size of one piece in the database: an upload holds one in memory. */
const CHUNK_BYTES = 262_144;

/** Chunks per query: a download holds this many in memory. */
const CHUNKS_AT_ONCE = 2;

/** Blobs of a query when they are listed. */
const LISTED_AT_ONCE = 500;

const NOT_WHOLE = "the blob store has only a part of a blob";

export interface GridFsOptions {
  /** As for the store. */
  readonly url: string;
  /** Time limit of each query. */
  readonly timeoutMs: number;
  readonly log?: Pick<StoreLog, "warn">;
}

/**
 * Opens the bucket in the database that the URL names, and has the server refuse documents of another shape there.
 *
 * @throws BlobStoreError when no server answers in time.
 */
export function openGridFsBlobs({ url, timeoutMs, log }: GridFsOptions): Promise<BlobStore> {
  return blobStep(async () => {
    const { client, db } = await openDatabase(url, timeoutMs);
    try {
      await setValidators(db, SCHEMAS, log);
    } catch (error) {
      await client.close();
      throw error;
    }
    return new GridFsBlobs(
      client,
      new GridFSBucket(db, { bucketName: BUCKET, chunkSizeBytes: CHUNK_BYTES }),
      db.collection(`${BUCKET}.files`),
      db.collection(`${BUCKET}.chunks`),
    );
  });
}

interface FileDocument {
  readonly _id: string;
  readonly length: number;
  readonly chunkSize: number;
  readonly uploadDate: Date;
  readonly filename: string;
}

interface ChunkDocument {
  readonly _id: ObjectId;
  readonly files_id: string;
  readonly n: number;
  /** A Buffer, unless the document was damaged. */
  readonly data: unknown;
}

/** MongoDB Manual, "$jsonSchema". */
const TEXT = { bsonType: "string" };
/** A number that is never negative. */
const COUNT = { bsonType: "number", minimum: 0 };

/** An object with these fields and no others. Its type must be that of the document, so that neither changes alone. */
function documentOf<T>(fields: { readonly [Field in keyof T]: Document }): Document {
  const required = Object.keys(fields);
  return { bsonType: "object", required, additionalProperties: false, properties: fields };
}

const FILE = documentOf<FileDocument>({
  ...{ _id: TEXT, length: COUNT, chunkSize: COUNT, uploadDate: { bsonType: "date" }, filename: TEXT },
});
const CHUNK = documentOf<ChunkDocument>({
  ...{ _id: { bsonType: "objectId" }, files_id: TEXT, n: COUNT, data: { bsonType: "binData" } },
});
const SCHEMAS: ReadonlyMap<string, Document> = new Map([
  [`${BUCKET}.files`, FILE],
  [`${BUCKET}.chunks`, CHUNK],
]);

class GridFsBlobs implements BlobStore {
  readonly #client: MongoClient;
  readonly #bucket: GridFSBucket;
  readonly #files: Collection<FileDocument>;
  readonly #chunks: Collection<ChunkDocument>;

  constructor(
    client: MongoClient,
    bucket: GridFSBucket,
    files: Collection<FileDocument>,
    chunks: Collection<ChunkDocument>,
  ) {
    this.#client = client;
    this.#bucket = bucket;
    this.#files = files;
    this.#chunks = chunks;
  }

  async put(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    checkBlobName(name);
    let contentError: { readonly error: unknown } | undefined;
    const watched = async function* () {
      try {
        // The driver may keep a piece until the next one: it copies into a buffer of its own.
        yield* content;
      } catch (error) {
        contentError = { error };
        throw error;
      }
    };
    try {
      await blobStep(() => pipeline(watched(), this.#bucket.openUploadStreamWithId(nameAsId(name), name)));
    } catch (error) {
      // If this fails too, the purge does it.
      await this.delete(name).catch(() => {});
      throw contentError === undefined ? error : contentError.error;
    }
  }

  async open(name: string): Promise<OpenedBlob> {
    checkBlobName(name);
    const file = await blobStep(() => this.#files.findOne({ _id: name }));
    if (file === null) throw new BlobDamagedError("the blob store has no such blob");
    return { read: () => this.#read(file), close: async () => {} };
  }

  async *#read(file: FileDocument): AsyncGenerator<Uint8Array> {
    // Not by the bucket, whose queries return up to 16 MB at once.
    const cursor = this.#chunks
      .find({ files_id: file._id }, { batchSize: CHUNKS_AT_ONCE, promoteBuffers: true })
      .sort({ n: 1 });
    let length = 0;
    try {
      for (let number = 0; ; number++) {
        const chunk = await blobStep(() => cursor.next());
        if (chunk === null) break;
        if (chunk.n !== number || !(chunk.data instanceof Uint8Array)) throw new BlobDamagedError(NOT_WHOLE);
        length += chunk.data.length;
        yield chunk.data;
      }
    } finally {
      await cursor.close().catch(() => {});
    }
    if (length !== file.length) throw new BlobDamagedError(NOT_WHOLE);
  }

  async delete(name: string): Promise<void> {
    checkBlobName(name);
    await blobStep(async () => {
      await this.#files.deleteOne({ _id: name });
      // Includes chunks that an interrupted upload left without a document.
      await this.#chunks.deleteMany({ files_id: name });
    });
  }

  async *list(before: Date): AsyncGenerator<string> {
    for (let after: string | undefined = ""; after !== undefined; ) {
      const { names, last } = await blobStep(() => this.#page(after!, before));
      yield* names;
      after = last;
    }
  }

  /** Blobs after a name that were written before a time, and the last name that was looked at; undefined at the end. */
  async #page(after: string, before: Date): Promise<{ names: string[]; last: string | undefined }> {
    const files = await this.#files
      .find({ _id: { $gt: after } }, { projection: { uploadDate: 1 } })
      .sort({ _id: 1 })
      .limit(LISTED_AT_ONCE)
      .toArray();
    const last = files.length < LISTED_AT_ONCE ? undefined : files.at(-1)!._id;
    const range = last === undefined ? { $gt: after } : { $gt: after, $lte: last };
    const named = new Set(files.map(({ _id }) => _id));
    const partial: string[] = [];
    for (const name of await this.#chunks.distinct("files_id", { files_id: range })) {
      if (named.has(name)) continue;
      const [newest] = await this.#chunks
        .find({ files_id: name })
        .sort({ n: -1 })
        .limit(1)
        .project({ _id: 1 })
        .toArray();
      if (newest !== undefined && newest["_id"].getTimestamp() < before) partial.push(name);
    }
    const whole = files.filter(({ uploadDate }) => uploadDate < before).map(({ _id }) => _id);
    return { names: [...whole, ...partial], last };
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

/** GridFS accepts identifiers of any type, but the driver's types allow only the default. */
function nameAsId(name: string): never {
  return name as never;
}
