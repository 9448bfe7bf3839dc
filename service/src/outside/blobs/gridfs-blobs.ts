/**
 * Blobs in GridFS: pieces in `blobs.chunks`, and a document in `blobs.files` that is written last and makes the blob
 * visible. On a client of its own, so that bytes on their way never keep the store waiting for a connection.
 */
import { pipeline } from "node:stream/promises";
import { type Collection, GridFSBucket, type MongoClient, MongoGridFSChunkError } from "mongodb";
import { openDatabase } from "../../store/mongodb/open-database.js";
import { BlobDamagedError, type BlobStore, blobStep, checkBlobName } from "./blob-store.js";

const BUCKET = "blobs";

/** Size of one piece in the database: an upload holds one in memory, a download a few. */
const CHUNK_BYTES = 262_144;

export interface GridFsOptions {
  /** As that of the store. */
  readonly url: string;
  /** Time that any one question to the server may take. */
  readonly timeoutMs: number;
}

/**
 * Opens the bucket in the database that the URL names.
 *
 * @throws BlobStoreError when no server answers in time.
 */
export function openGridFsBlobs({ url, timeoutMs }: GridFsOptions): Promise<BlobStore> {
  return blobStep(async () => {
    const { client, db } = await openDatabase(url, timeoutMs);
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
  readonly uploadDate: Date;
}

interface ChunkDocument {
  readonly files_id: string;
}

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
      // Where this fails too, the purge does it.
      await this.delete(name).catch(() => {});
      throw contentError === undefined ? error : contentError.error;
    }
  }

  async *read(name: string): AsyncGenerator<Uint8Array> {
    checkBlobName(name);
    const pieces = this.#bucket.openDownloadStream(nameAsId(name))[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await blobStep(() => pieces.next().catch(asDamaged));
        if (done) return;
        yield value;
      }
    } finally {
      await pieces.return?.();
    }
  }

  async delete(name: string): Promise<void> {
    checkBlobName(name);
    await blobStep(async () => {
      await this.#files.deleteOne({ _id: name });
      // Those too that an interrupted upload left without a document.
      await this.#chunks.deleteMany({ files_id: name });
    });
  }

  async *list(before: Date): AsyncGenerator<string> {
    const cursor = this.#files.find({ uploadDate: { $lt: before } }, { projection: { _id: 1 } });
    try {
      for (;;) {
        const file = await blobStep(() => cursor.next());
        if (file === null) return;
        yield file._id;
      }
    } finally {
      await cursor.close();
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

/** GridFS takes identifiers of any type; the driver's types know its default only. */
function nameAsId(name: string): never {
  return name as never;
}

function asDamaged(error: Error & { code?: unknown }): never {
  if (error instanceof MongoGridFSChunkError || error.code === "ENOENT") {
    throw new BlobDamagedError("the blob store has no such blob, or not all of it", { cause: error });
  }
  throw error;
}
