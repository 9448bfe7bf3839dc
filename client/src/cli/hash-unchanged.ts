/** Files that nobody writes to meanwhile. */
import { createHash } from "node:crypto";
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";

// The fingerprint of a file that nobody writes to meanwhile.

/** What tells that a file is as it was: a change of the content changes one of these. */
export interface FileIdentity {
  readonly size: number;
  /** Nanoseconds, as decimal text: JSON has no integers of 64 bits. */
  readonly mtime: string;
  readonly ctime: string;
  readonly inode: string;
}

export interface HashedFile {
  /** SHA-256, lower-case hexadecimal. */
  readonly hash: string;
  readonly identity: FileIdentity;
}

/** The file was written to, or replaced, while it was read. */
export class ChangedWhileReadError extends Error {
  override readonly name = "ChangedWhileReadError";
}

export interface HashUnchangedOptions {
  /** Whether a symbolic link is followed. */
  readonly followsLink: boolean;
  readonly signal?: AbortSignal;
  /** Called every few MiB with the number of bytes hashed so far. */
  readonly onProgress?: (hashedBytes: number) => void;
}

const PART_BYTES = 256 * 1024;
/** Bytes between two turns of the event loop: some 4 ms of hashing. */
const TURN_BYTES = 4 * 1024 * 1024;

/** One for all: reading is synchronous, and nothing else runs between a read and its hash. */
let buffer: Buffer | null = null;

/** @throws ChangedWhileReadError; the file system's error; what aborted the signal. */
export async function hashUnchanged(path: string, options: HashUnchangedOptions): Promise<HashedFile> {
  const { followsLink, signal, onProgress } = options;
  // Since it was found, the file may have become a link or a named pipe, which would keep us waiting.
  const file = openSync(
    path,
    constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (followsLink ? 0 : (constants.O_NOFOLLOW ?? 0)),
  );
  try {
    const before = fstatSync(file, { bigint: true });
    if (!before.isFile()) throw new ChangedWhileReadError("it is no longer a regular file");
    buffer ??= Buffer.allocUnsafeSlow(PART_BYTES);
    const hash = createHash("sha256");
    let hashedBytes = 0;
    let turnAt = TURN_BYTES;
    for (;;) {
      const count = readSync(file, buffer, 0, PART_BYTES, null);
      if (count === 0) break;
      hash.update(buffer.subarray(0, count));
      hashedBytes += count;
      // A file that someone appends to would never end.
      if (hashedBytes > before.size) throw new ChangedWhileReadError("it grew while it was read");
      if (hashedBytes < turnAt) continue;
      turnAt += TURN_BYTES;
      onProgress?.(hashedBytes);
      await setImmediate();
      signal?.throwIfAborted();
    }
    const identity = identityOf(before);
    const isSame =
      hashedBytes === identity.size &&
      isUnchanged(identity, identityOf(fstatSync(file, { bigint: true }))) &&
      isUnchanged(identity, fileIdentity(path));
    if (!isSame) throw new ChangedWhileReadError("it was changed while it was read");
    return { hash: hash.digest("hex"), identity };
  } finally {
    closeSync(file);
  }
}

/** Null if there is no such regular file. @throws the file system's error. */
export function fileIdentity(path: string): FileIdentity | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat?.isFile() ? identityOf(stat) : null;
}

/** Of an open file. */
export function identityOf({ size, mtimeNs, ctimeNs, ino }: BigIntStats): FileIdentity {
  return { size: Number(size), mtime: String(mtimeNs), ctime: String(ctimeNs), inode: String(ino) };
}

export function isUnchanged(before: FileIdentity, after: FileIdentity | null): boolean {
  return (
    after !== null &&
    before.size === after.size &&
    before.mtime === after.mtime &&
    before.ctime === after.ctime &&
    before.inode === after.inode
  );
}

// The content of a file that was hashed, and of no other that has its name by now.

/**
 * A stream over a file. What is checked is the open file: under its name there may be a link to another one by the time it is sent.
 *
 * It fails with ChangedWhileReadError before its first byte if the file is not as it was when it was hashed, and at its end if it
 * was written to meanwhile.
 */
export function readUnchanged(path: string, identity: FileIdentity): ReadableStream<Uint8Array> {
  let file: FileHandle | null = null;
  const close = async (): Promise<void> => {
    const closing = file;
    file = null;
    await closing?.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          file ??= await openUnchanged(path, identity);
          const part = new Uint8Array(PART_BYTES);
          const { bytesRead } = await file.read(part, 0, PART_BYTES, null);
          if (bytesRead > 0) return controller.enqueue(part.subarray(0, bytesRead));
          await expectUnchanged(file, identity);
          await close();
          controller.close();
        } catch (error) {
          await close();
          throw error;
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

async function openUnchanged(path: string, identity: FileIdentity): Promise<FileHandle> {
  const { O_RDONLY, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NONBLOCK);
  try {
    await expectUnchanged(file, identity);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function expectUnchanged(file: FileHandle, identity: FileIdentity): Promise<void> {
  if (isUnchanged(identity, identityOf(await file.stat({ bigint: true })))) return;
  throw new ChangedWhileReadError("it was changed after it was read");
}
