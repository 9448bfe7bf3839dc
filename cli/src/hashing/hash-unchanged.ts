/** The fingerprint of a file that nobody writes to meanwhile. */
import { createHash } from "node:crypto";
import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";

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
