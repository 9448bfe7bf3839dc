/**
 * The `BlobStore` port: large named byte strings, written once and read as streams. Their content is encrypted before it
 * arrives here.
 */

export interface BlobStore {
  /**
   * Writes a blob. The blob is durable and becomes visible when this resolves. If `content` throws, the promise rejects
   * with that error and nothing becomes visible. A name must be used only once: the content of a second blob under it
   * is undefined. A piece is written while the next one is produced, so the caller must not change it.
   *
   * @throws BlobStoreError
   */
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Opens a blob, which may be read more than once. The caller must close it.
   *
   * @throws BlobDamagedError, BlobStoreError
   */
  open(name: string): Promise<OpenedBlob>;
  /** Deletes a blob, or the remains of an interrupted `put`. A missing blob counts as deleted. */
  delete(name: string): Promise<void>;
  /** Names of the blobs, including partial ones, that were last written before a time. */
  list(before: Date): AsyncIterable<string>;
  close(): Promise<void>;
}

/** A blob that may be read while it is open. Some stores can read it even after it was deleted. */
export interface OpenedBlob {
  /**
   * The bytes, in pieces that may have any size. A piece is valid until the next one is requested.
   *
   * @param buffer a buffer for the store's reads: the larger, the fewer reads. The caller must not touch it until the
   * iteration has ended.
   * @throws BlobDamagedError, BlobStoreError while it is read.
   */
  read(buffer: Uint8Array): AsyncIterable<Uint8Array>;
  /** Releases its resources once running reads have ended. May be called again. */
  close(): Promise<void>;
}

/** The blob store does not answer, is full, or fails. The message names no path and no address; the cause may. */
export class BlobStoreError extends Error {
  override readonly name: string = "BlobStoreError";
}

/** The store answers, but the blob is missing or incomplete. */
export class BlobDamagedError extends BlobStoreError {
  override readonly name = "BlobDamagedError";
}

/** Names are letters, digits, `-`, `_` and `.`, and begin with a letter or digit: no store needs to escape them. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{2,127}$/;

/** @throws RangeError when the name is invalid. */
export function checkBlobName(name: string): void {
  if (!NAME.test(name))
    throw new RangeError(`a blob's name expected letters, digits, ., _ and -, got "${name}"`);
}

/** Awaits an operation of the store and converts its failures to the port's errors. */
export async function blobStep<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof BlobStoreError) throw error;
    const { code } = error as { code?: unknown };
    const reason = typeof code === "string" ? code : (error as Error).name;
    throw new BlobStoreError(`the blob store failed: ${reason}`, { cause: error });
  }
}
