/** The content of an entry, held against its size and its checksum. Memory stays at some pieces, whatever the size. */
import { Inflate } from "fflate";
import type { RandomAccess } from "../random-access.js";
import { type DirectoryEntry, STORED } from "./central-directory.js";
import { crc32 } from "./crc-32.js";
import { INFLATE_STEP_BYTES, READ_BYTES } from "./limits.js";
import { zipError } from "./zip-error.js";

/** @throws FormatError */
export async function* readEntry(
  file: RandomAccess,
  entry: DirectoryEntry,
  dataOffset: number,
): AsyncGenerator<Uint8Array> {
  const { method, sizeBytes, compressedBytes, crc } = entry;
  const raw = readRange(file, dataOffset, compressedBytes);
  let length = 0;
  let sum = 0;
  for await (const piece of method === STORED ? raw : inflate(raw, dataOffset)) {
    length += piece.length;
    if (length > sizeBytes) throw zipError("zip_size_mismatch", "an entry is larger than stated", dataOffset);
    sum = crc32(piece, sum);
    yield piece;
  }
  if (length < sizeBytes) throw zipError("zip_size_mismatch", "an entry is smaller than stated", dataOffset);
  if (sum !== crc) throw zipError("zip_crc_mismatch", "an entry does not have its checksum", dataOffset);
}

async function* readRange(file: RandomAccess, offset: number, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length; at += READ_BYTES) {
    yield await file.read(offset + at, Math.min(READ_BYTES, length - at));
  }
}

/** @param offset for errors. */
async function* inflate(raw: AsyncIterable<Uint8Array>, offset: number): AsyncGenerator<Uint8Array> {
  const inflated: Uint8Array[] = [];
  const stream = new Inflate((piece) => {
    if (piece.length > 0) inflated.push(piece);
  });
  const push = (piece: Uint8Array, isLast: boolean) => {
    try {
      stream.push(piece, isLast);
    } catch (cause) {
      throw zipError("zip_deflate_malformed", "an entry does not decompress", offset, cause);
    }
  };
  for await (const piece of raw) {
    for (let at = 0; at < piece.length; at += INFLATE_STEP_BYTES) {
      push(piece.subarray(at, at + INFLATE_STEP_BYTES), false);
      yield* inflated.splice(0);
    }
  }
  push(new Uint8Array(0), true);
  yield* inflated.splice(0);
}
