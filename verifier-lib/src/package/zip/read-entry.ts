/**
 * Reads the content of an entry and checks its size and checksum. Keeps only a few pieces in memory, whatever
 * the size.
 */

import { crc32 } from "@svc-proof/shared/zip";
import type { Work } from "../../work/work.js";
import { DeflateError } from "../deflate/deflate-error.js";
import { inflate } from "../deflate/inflate.js";
import type { RandomAccess } from "../random-access.js";
import { type DirectoryEntry, HAS_DESCRIPTOR, STORED } from "./central-directory.js";
import { READ_BYTES } from "./limits.js";
import { withoutSignatures } from "./without-signatures.js";
import { zipError } from "./zip-error.js";

/** @throws FormatError */
export async function* readEntry(
  file: RandomAccess,
  entry: DirectoryEntry,
  dataOffset: number,
  work: Work,
): AsyncGenerator<Uint8Array> {
  const { sizeBytes, crc } = entry;
  let length = 0;
  let sum = 0;
  for await (const piece of decoded(file, entry, dataOffset, work)) {
    length += piece.length;
    if (length > sizeBytes) throw zipError("zip_size_mismatch", "an entry is larger than stated", dataOffset);
    sum = crc32(piece, sum);
    yield piece;
  }
  if (length < sizeBytes) throw zipError("zip_size_mismatch", "an entry is smaller than stated", dataOffset);
  if (sum !== crc) throw zipError("zip_crc_mismatch", "the checksum of an entry does not match", dataOffset);
}

function decoded(
  file: RandomAccess,
  entry: DirectoryEntry,
  dataOffset: number,
  work: Work,
): AsyncIterable<Uint8Array> {
  const raw = readRange(file, dataOffset, entry.compressedBytes, work);
  if (entry.method !== STORED) return inflated(raw, dataOffset, work);
  return (entry.flags & HAS_DESCRIPTOR) === 0 ? raw : withoutSignatures(raw, dataOffset);
}

async function* readRange(
  file: RandomAccess,
  offset: number,
  length: number,
  work: Work,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length; at += READ_BYTES) {
    await work.pause();
    yield await file.read(offset + at, Math.min(READ_BYTES, length - at));
  }
}

/** @param offset position for errors. */
async function* inflated(
  raw: AsyncIterable<Uint8Array>,
  offset: number,
  work: Work,
): AsyncGenerator<Uint8Array> {
  try {
    yield* inflate(raw, work);
  } catch (cause) {
    if (!(cause instanceof DeflateError)) throw cause;
    throw cause.kind === "trailing"
      ? zipError("zip_deflate_trailing", "bytes follow the compressed data of an entry", offset, cause)
      : zipError("zip_deflate_malformed", "an entry cannot be decompressed", offset, cause);
  }
}
