/** Files and folders of Node: opened, hashed, read with a limit, listed. */

import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import {
  type BigIntStats,
  closeSync,
  createReadStream,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { join, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { FormatError } from "@svc-proof/shared/encoding";
import { readWhole } from "../archive/zip.js";
import { type ContentHashAlgorithm, type RandomAccess, UnreadableInputError } from "../content/content.js";
import { openPackage } from "../package/open-package.js";
import { Work } from "../work/work.js";

/**
 * Names of files that are no UTF-8, as on Linux any bytes but `/` and zero may be. In a path each of their bytes from 0x80 on is a lone
 * surrogate from U+DC80 on (PEP 383), which no text has: so every path is a string that leads back to the file.
 */
const ESCAPED = /[\udc80-\udcff]/u;

/** A path for the functions of the file system. */
export function fileAt(path: string): string | Buffer {
  if (!ESCAPED.test(path)) return path;
  return Buffer.concat(
    Array.from(path, (character) =>
      ESCAPED.test(character) ? Buffer.of(character.charCodeAt(0) - 0xdc00) : Buffer.from(character),
    ),
  );
}

/** A path for people, and for reports: such a byte is `\xe9`. */
export function shownPath(path: string): string {
  if (!ESCAPED.test(path)) return path;
  return path.replace(/[\udc80-\udcff]/gu, (byte) => `\\x${(byte.charCodeAt(0) - 0xdc00).toString(16)}`);
}

/** The entries of a folder with their paths. @throws the file system's error. */
export function listFolder(
  folder: string,
): { readonly path: string; readonly entry: Dirent<string | Buffer> }[] {
  // Windows has names of 16-bit units.
  if (process.platform === "win32") {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
      path: join(folder, entry.name),
      entry,
    }));
  }
  return readdirSync(fileAt(folder), { withFileTypes: true, encoding: "buffer" }).map((entry) => ({
    path: join(folder, nameOf(entry.name)),
    entry,
  }));
}

function nameOf(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  return bytes
    .toString("latin1")
    .replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)));
}

/**
 * Whether nobody wrote to an open file between two looks at it. The time of its last change, which no program sets back, tells.
 *
 * @param readBytes what was read of it in between, if it was read to its end.
 */
export function isUnwritten(before: BigIntStats, after: BigIntStats, readBytes?: number): boolean {
  // A pipe has neither a size nor times that tell.
  if (!before.isFile()) return true;
  return (
    before.size === after.size &&
    before.mtimeNs === after.mtimeNs &&
    before.ctimeNs === after.ctimeNs &&
    (readBytes === undefined || before.size === BigInt(readBytes))
  );
}

// Hash of a file in Node, by the platform's own.

/** Options of `hashFile`. */
export interface HashFileOptions {
  /** Default: SHA-256. */
  readonly algorithm?: ContentHashAlgorithm;
  /** Called every few MiB and at the end with the number of bytes hashed so far. */
  readonly onProgress?: (hashedBytes: number) => void;
  readonly signal?: AbortSignal;
}

const PART_BYTES = 128 * 1024;

/** Bytes between two turns of the event loop: some 4 ms of hashing. */
const TURN_BYTES = 4 * 1024 * 1024;

/**
 * Hash of a file of any size: lower-case hexadecimal, 64 characters for SHA-256. Memory stays at one part of 128 KiB.
 *
 * Parts are read synchronously, because handing each to another thread and back costs more than it saves: 15 %
 * of the whole, measured on 1 GiB, even with the next part read ahead. The event loop gets its turn every 4 MiB.
 *
 * @throws UnreadableInputError if the file is written to meanwhile; the file system's error; what aborted `options.signal`.
 */
export async function hashFile(path: string, options: HashFileOptions = {}): Promise<string> {
  const { algorithm = "SHA-256", onProgress, signal } = options;
  const file = openSync(fileAt(path), "r");
  try {
    const before = fstatSync(file, { bigint: true });
    const hash = createHash(algorithm.replace("-", ""));
    const part = Buffer.allocUnsafeSlow(PART_BYTES);
    let hashedBytes = 0;
    let turnAt = TURN_BYTES;
    for (;;) {
      const length = readSync(file, part, 0, PART_BYTES, null);
      if (length === 0) {
        if (!isUnwritten(before, fstatSync(file, { bigint: true }), hashedBytes)) throw changed();
        onProgress?.(hashedBytes);
        return hash.digest("hex");
      }
      hash.update(part.subarray(0, length));
      hashedBytes += length;
      if (hashedBytes < turnAt) continue;
      turnAt += TURN_BYTES;
      // A file that someone appends to would never end.
      if (before.isFile() && hashedBytes > before.size) throw changed();
      onProgress?.(hashedBytes);
      await setImmediate();
      signal?.throwIfAborted();
    }
  } finally {
    closeSync(file);
  }
}

function changed(): UnreadableInputError {
  return new UnreadableInputError("the file changed while it was read");
}

/** A file of the file system, for packages that are larger than memory. */
export interface OpenedFile extends RandomAccess {
  /** Closes the file. Reads that still run may fail. */
  close(): Promise<void>;
}

/**
 * Opens a file for `verify`, which reads of it what it needs. Its size is the one that it has now. A read of a file that was
 * written to since then throws UnreadableInputError.
 *
 * @throws the file system's error.
 *
 * @example
 * const file = await openFile("evidence.zip");
 * const report = await verify(file).finally(() => file.close());
 */
export async function openFile(path: string): Promise<OpenedFile> {
  const file = await open(fileAt(path));
  try {
    const before = await file.stat({ bigint: true });
    return {
      sizeBytes: Number(before.size),
      async read(offset, length) {
        const bytes = new Uint8Array(length);
        let end = 0;
        while (end < length) {
          const { bytesRead } = await file.read(bytes, end, length - end, offset + end);
          if (bytesRead === 0) throw new RangeError(`the file ends at ${offset + end}`);
          end += bytesRead;
        }
        if (!isUnwritten(before, await file.stat({ bigint: true }))) {
          throw new UnreadableInputError("the file changed while it was read");
        }
        return bytes;
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

// The files in an evidence package, for programs that complete it.

/** A file of an evidence package. */
export interface PackageFile {
  /**
   * Such as `bitcoin/batch.ots`, without a folder that holds all files of the archive. Hostile: not for a path on a disk
   * without a check.
   */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Options of `readPackage`. */
export interface ReadPackageOptions {
  /** Limit of all files together. Default: 64 MiB. */
  readonly maxBytes?: number;
}

const DEFAULT_MAX_BYTES = 67_108_864;

/**
 * Reads all files of a package into memory, in the order of its directory. Verifies nothing but the archive itself:
 * docs/formats/evidence.md, "The archive".
 *
 * @throws FormatError with a code of the archive, or `package_too_large`; the error of the medium.
 *
 * @example
 * const file = await openFile("evidence.zip");
 * const files = await readPackage(file).finally(() => file.close());
 */
export async function readPackage(
  file: RandomAccess,
  { maxBytes = DEFAULT_MAX_BYTES }: ReadPackageOptions = {},
): Promise<PackageFile[]> {
  const entries = await openPackage(file, new Work());
  const sizeBytes = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
  if (sizeBytes > maxBytes) {
    throw new FormatError("package_too_large", `its files have ${sizeBytes} bytes, more than ${maxBytes}`, 0);
  }
  const files: PackageFile[] = [];
  for (const entry of entries) files.push({ name: entry.name, bytes: await readWhole(entry) });
  return files;
}

/**
 * Reads at most `maxBytes` + 1 bytes of a file, which is enough to see that it is too large. `-` is standard input.
 *
 * @throws the file system's error.
 */
export async function readBounded(path: string, maxBytes: number): Promise<Uint8Array> {
  // Not process.stdin, which treats a folder, or a closed descriptor, as an empty file.
  const stream = path === "-" ? createReadStream("", { fd: 0, autoClose: false }) : createReadStream(path);
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    parts.push(part);
    length += part.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(parts).subarray(0, maxBytes + 1);
}

// The files of folders.

export interface Walked {
  /** In the order of the operands, those of a folder by code units of their path. Each file once. */
  readonly paths: readonly string[];
  /** Links and special files in folders. */
  readonly skipped: readonly string[];
  /** Folders and operands that cannot be read. */
  readonly problems: readonly { readonly path: string; readonly error: unknown }[];
}

/** Whether one of the operands is a folder. What cannot be looked at is none. */
export function hasFolder(operands: readonly string[]): boolean {
  return operands.some((path) => {
    try {
      return path !== "-" && statSync(path).isDirectory();
    } catch {
      return false;
    }
  });
}

/** Regular files only. Symbolic links below an operand are not followed: they may lead anywhere, and in circles. */
export function walk(operands: readonly string[]): Walked {
  const paths = new Set<string>();
  const skipped: string[] = [];
  const problems: { path: string; error: unknown }[] = [];
  // Not recursive: the depth of a tree is whoever made it's choice.
  const folders: string[] = [];
  for (const operand of operands) {
    try {
      const stat = statSync(operand);
      if (stat.isFile()) paths.add(operand);
      // Files are read more than once, and a pipe may never end.
      else if (!stat.isDirectory()) problems.push({ path: operand, error: new Error("not a regular file") });
      if (!stat.isDirectory()) continue;
      folders.push(operand);
    } catch (error) {
      problems.push({ path: operand, error });
      continue;
    }
    const found: string[] = [];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      try {
        for (const { path, entry } of listFolder(folder)) {
          if (entry.isDirectory()) folders.push(path);
          else if (entry.isFile()) found.push(path);
          else skipped.push(path);
        }
      } catch (error) {
        problems.push({ path: folder, error });
      }
    }
    // "-" alone would be standard input.
    for (const path of found.sort()) paths.add(path === "-" ? `.${sep}-` : path);
  }
  return { paths: [...paths], skipped: skipped.sort(), problems };
}
