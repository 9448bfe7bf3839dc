/** The content of an entry, held against its size and its checksum. Memory stays at some pieces, whatever the size. */
import { Inflate } from "fflate";
import type { RandomAccess } from "../random-access.js";
import { type DirectoryEntry, HAS_DESCRIPTOR, STORED } from "./central-directory.js";
import { crc32 } from "./crc-32.js";
import { hasEnded } from "./has-ended.js";
import { INFLATE_STEP_BYTES, MAX_SILENT_BYTES, READ_BYTES } from "./limits.js";
import { withoutSignatures } from "./without-signatures.js";
import { zipError } from "./zip-error.js";

/** @throws FormatError */
export async function* readEntry(
  file: RandomAccess,
  entry: DirectoryEntry,
  dataOffset: number,
): AsyncGenerator<Uint8Array> {
  const { sizeBytes, crc } = entry;
  let length = 0;
  let sum = 0;
  for await (const piece of decoded(file, entry, dataOffset)) {
    length += piece.length;
    if (length > sizeBytes) throw zipError("zip_size_mismatch", "an entry is larger than stated", dataOffset);
    sum = crc32(piece, sum);
    yield piece;
  }
  if (length < sizeBytes) throw zipError("zip_size_mismatch", "an entry is smaller than stated", dataOffset);
  if (sum !== crc) throw zipError("zip_crc_mismatch", "an entry does not have its checksum", dataOffset);
}

function decoded(file: RandomAccess, entry: DirectoryEntry, dataOffset: number): AsyncIterable<Uint8Array> {
  const raw = readRange(file, dataOffset, entry.compressedBytes);
  if (entry.method !== STORED) return inflate(raw, dataOffset);
  return (entry.flags & HAS_DESCRIPTOR) === 0 ? raw : withoutSignatures(raw, dataOffset);
}

async function* readRange(file: RandomAccess, offset: number, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < length; at += READ_BYTES) {
    yield await file.read(offset + at, Math.min(READ_BYTES, length - at));
  }
}

/**
 * The stream must end with the last byte, and in no byte before: what follows it would be read by programs that read from
 * the start, as entries that the directory does not have.
 *
 * @param offset for errors.
 */
async function* inflate(raw: AsyncIterable<Uint8Array>, offset: number): AsyncGenerator<Uint8Array> {
  const inflated: Uint8Array[] = [];
  const stream = new Inflate((piece) => {
    if (piece.length > 0) inflated.push(piece);
  });
  const push = (piece: Uint8Array) => {
    try {
      stream.push(piece, false);
    } catch (cause) {
      throw zipError("zip_deflate_malformed", "an entry does not decompress", offset, cause);
    }
  };
  let silentBytes = 0;
  // What was read last waits, so that its last byte is known to be the last of all.
  let waiting: Uint8Array = new Uint8Array(0);
  for await (const piece of raw) {
    for (let at = 0; at < piece.length; at += INFLATE_STEP_BYTES) {
      if (waiting.length > 0) push(waiting);
      silentBytes = inflated.length > 0 ? 0 : silentBytes + waiting.length;
      if (silentBytes > MAX_SILENT_BYTES) {
        throw zipError("zip_deflate_trailing", "nothing comes of much of an entry", offset);
      }
      yield* inflated.splice(0);
      waiting = piece.subarray(at, at + INFLATE_STEP_BYTES);
    }
  }
  push(waiting.subarray(0, -1));
  if (hasEnded(stream)) throw zipError("zip_deflate_trailing", "an entry ends before its last byte", offset);
  push(waiting.subarray(-1));
  if (!hasEnded(stream)) throw zipError("zip_deflate_malformed", "an entry does not end", offset);
  yield* inflated.splice(0);
}
