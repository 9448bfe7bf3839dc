/** Files written whole or not at all. */

import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, realpath, rename, rm, stat } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { ArchiveProbe, refuseArchive } from "../asic/archive-probe.js";
import { encodeAsic, prepareSeal } from "../asic/create-asic.js";
import { unlessAborted, Work } from "../work/work.js";

// Writes a time-stamped ASiC-S container into a file, for originals of any size.

/** Parameters of `writeAsic`. */
export interface WriteAsicParameters {
  /** The bytes of the file that was time-stamped. They are read once. */
  readonly original: AsyncIterable<Uint8Array>;
  /** How many bytes `original` has. Any other number is an error. */
  readonly sizeBytes: number;
  /** Its name, not a path. What a system could not unpack is replaced by `_`. */
  readonly name: string;
  /** Its timestamp: an RFC 3161 response (`.tsr`) or a bare token, in DER. */
  readonly seal: Uint8Array;
  /** PEM texts of certificates, for a token without the certificate of its signer. Default: none. */
  readonly certificates?: readonly string[];
  /** Path of the container. */
  readonly output: string;
  /** Whether a file at that path is replaced, once the container is complete. Default: it is an error. */
  readonly isReplaced?: boolean;
  /** Called after each piece with the bytes of the original written so far. */
  readonly onProgress?: (writtenBytes: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * As `createAsic`, from a stream to a file. An incomplete container is removed.
 *
 * @throws as `createAsic` does; RangeError if the stream does not have the stated size; the error of the stream or of
 * the file system, `EEXIST` if the output exists.
 */
export async function writeAsic(parameters: WriteAsicParameters): Promise<void> {
  const { name, seal, certificates = [], sizeBytes, output, isReplaced = false, signal } = parameters;
  signal?.throwIfAborted();
  const prepared = await prepareSeal(seal, certificates, new Work({ signal }));
  const frame = await encodeAsic({ ...prepared, name, sizeBytes });
  const path = isReplaced ? `${output}.${randomUUID()}.tmp` : output;
  const file = await open(path, "wx");
  try {
    try {
      // The checksum stands before the original, and is known after it.
      const { length } = frame.head(0);
      const { crc, digest, probe } = await copyOriginal(file, length, prepared.algorithm, parameters);
      prepared.expect(digest);
      refuseArchive(probe);
      await writeAt(file, frame.head(crc), 0);
      await writeAt(file, frame.tail(crc), length + sizeBytes);
      await file.sync();
    } finally {
      await file.close();
    }
    signal?.throwIfAborted();
    if (isReplaced) await rename(path, output);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function copyOriginal(
  file: FileHandle,
  start: number,
  algorithm: string,
  { original, sizeBytes, onProgress, signal }: WriteAsicParameters,
): Promise<{ crc: number; digest: Uint8Array; probe: ArchiveProbe }> {
  const hash = createHash(algorithm.replace("-", ""));
  const probe = new ArchiveProbe();
  let crc = 0;
  let writtenBytes = 0;
  const pieces = original[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = await unlessAborted(pieces.next(), signal);
      if (done === true) break;
      if (writtenBytes + value.length > sizeBytes) throw ofAnotherSize(sizeBytes);
      hash.update(value);
      crc = crc32(value, crc);
      probe.update(value);
      await writeAt(file, value, start + writtenBytes);
      writtenBytes += value.length;
      onProgress?.(writtenBytes);
    }
    isOver = true;
  } finally {
    // Not awaited: a source that does not answer may not end either.
    if (!isOver) Promise.resolve(pieces.return?.()).catch(() => undefined);
  }
  if (writtenBytes < sizeBytes) throw ofAnotherSize(sizeBytes);
  return { crc, digest: hash.digest(), probe };
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let end = 0;
  while (end < bytes.length) {
    const { bytesWritten } = await file.write(bytes, end, bytes.length - end, position + end);
    end += bytesWritten;
  }
}

function ofAnotherSize(sizeBytes: number): RangeError {
  return new RangeError(`"original" expected ${sizeBytes} bytes: the file was changed while it was read`);
}

const NEW_FILE_MODE = 0o666;

/**
 * Writes a file atomically: a temporary file beside it, synced and renamed. Keeps the mode of a file that exists.
 *
 * @throws the file system's error.
 */
export async function replaceFile(path: string, bytes: Uint8Array | string): Promise<void> {
  const target = await realpath(path).catch(absent);
  const { mode } = target === null ? { mode: NEW_FILE_MODE } : await stat(target);
  const temporary = `${target ?? path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, "wx", mode & 0o777);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target ?? path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
