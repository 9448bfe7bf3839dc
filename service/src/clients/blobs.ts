/** Originals on disk: the port and files. */
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

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

/**
 * Blobs as files of one folder, which may be on a volume that several instances share. A blob is written under
 * `incoming/`, flushed, and renamed to its place, so it is complete or absent. 256 folders, by the first two characters
 * of the name, keep each of them small.
 */
const INCOMING = "incoming";
/** Marks the folder as ours, to tell it from the empty mount point of an unmounted volume. */
const MARK = "blobs.txt";
const MARK_TEXT = "Encrypted originals in custody. Managed by svc-proof: do not add or remove files.\n";

/**
 * Opens the folder. Creates it if missing; its parent must exist.
 *
 * @param isInUse whether blobs were written to it before: a folder without the mark is then the wrong one.
 * @throws BlobStoreError when it cannot be created or written, or is the wrong folder.
 */
export async function openFileBlobs(folder: string, isInUse: boolean = false): Promise<BlobStore> {
  await blobStep(async () => {
    if (isInUse && (await stat(join(folder, MARK)).catch(ignore("ENOENT"))) === undefined) {
      throw new BlobStoreError(`it has no ${MARK}: it is not the folder that stores the originals`);
    }
    await mkdir(folder, { mode: 0o700 }).catch(ignore("EEXIST"));
    await mkdir(join(folder, INCOMING), { mode: 0o700 }).catch(ignore("EEXIST"));
    await writeFile(join(folder, MARK), MARK_TEXT, { mode: 0o600 });
  });
  return new FileBlobs(folder);
}

class FileBlobs implements BlobStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    checkBlobName(name);
    const draft = join(this.#folder, INCOMING, name);
    const file = await blobStep(() => open(draft, "wx", 0o600));
    try {
      try {
        await writeInTurn(file, content);
        await blobStep(() => file.sync());
      } finally {
        await file.close();
      }
      await blobStep(() => this.#publish(draft, name));
    } catch (error) {
      // If this fails too, the purge finds the file.
      await rm(draft, { force: true }).catch(() => {});
      throw error;
    }
  }

  async open(name: string): Promise<OpenedBlob> {
    checkBlobName(name);
    return new OpenedFile(
      await blobStep(() => open(this.#place(name)).catch((error) => this.#explain(error))),
    );
  }

  async delete(name: string): Promise<void> {
    checkBlobName(name);
    await blobStep(async () => {
      await rm(join(this.#folder, INCOMING, name), { force: true });
      await rm(this.#place(name), { force: true });
      // A missing file counts as deleted only in the right folder.
      await stat(join(this.#folder, MARK));
    });
  }

  async *list(before: Date): AsyncGenerator<string> {
    const folders = await blobStep(() => readdir(this.#folder, { withFileTypes: true }));
    for (const entry of folders) {
      if (!entry.isDirectory()) continue;
      const path = join(this.#folder, entry.name);
      for (const name of await blobStep(() => readdir(path))) {
        const facts = await stat(join(path, name)).catch(ignore("ENOENT"));
        if (facts?.isFile() && facts.mtimeMs < before.getTime()) yield name;
      }
    }
  }

  async close(): Promise<void> {}

  #place(name: string): string {
    return join(this.#folder, name.slice(0, 2).toLowerCase(), name);
  }

  async #publish(draft: string, name: string): Promise<void> {
    const place = this.#place(name);
    const folder = join(place, "..");
    if ((await mkdir(folder, { mode: 0o700 }).catch(ignore("EEXIST"))) === undefined)
      await syncFolder(this.#folder);
    await rename(draft, place);
    await syncFolder(folder);
  }

  /** A blob is missing only if its folder is the right one. Otherwise the folder itself is missing. */
  async #explain(error: NodeJS.ErrnoException): Promise<never> {
    if (error.code !== "ENOENT") throw error;
    await stat(join(this.#folder, MARK)).catch((cause) => {
      throw new BlobStoreError("the blob store failed: its folder is not there", { cause });
    });
    throw new BlobDamagedError("the blob store has no such blob", { cause: error });
  }
}

class OpenedFile implements OpenedBlob {
  readonly #file: FileHandle;
  #closing: Promise<void> | undefined;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async *read(buffer: Uint8Array): AsyncGenerator<Uint8Array> {
    const halves = [buffer.subarray(0, buffer.length / 2), buffer.subarray(buffer.length / 2)] as const;
    let half = halves[0];
    let position = 0;
    const startReading = () => {
      const reading = this.#file.read(half, 0, half.length, position);
      // It is awaited later, unless the iteration ends first.
      reading.catch(() => {});
      return reading;
    };
    let reading = startReading();
    try {
      for (;;) {
        const { bytesRead } = await blobStep(() => reading);
        if (bytesRead === 0) return;
        const piece = half.subarray(0, bytesRead);
        position += bytesRead;
        // One half is read while the other is used.
        half = half === halves[0] ? halves[1] : halves[0];
        reading = startReading();
        yield piece;
      }
    } finally {
      await reading.catch(() => {});
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#file.close();
    return this.#closing;
  }
}

/** Writes a piece while the next one is produced. */
async function writeInTurn(file: FileHandle, content: AsyncIterable<Uint8Array>): Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const piece of content) {
      await writing;
      writing = blobStep(() => writeAll(file, piece));
      // It is awaited later.
      writing.catch(() => {});
    }
    await writing;
  } finally {
    await writing.catch(() => {});
  }
}

/** One call of `write` may write less than it was given, for example on a disk that is almost full. */
async function writeAll(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length; ) {
    const { bytesWritten } = await file.write(piece, at, piece.length - at);
    at += bytesWritten;
  }
}

/** A name is durable only when its folder is flushed too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function ignore(code: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code !== code) throw error;
    return undefined;
  };
}
