/** Decodes a deflate stream piece by piece. */
import type { Work } from "../../work/work.js";
import { DeflateError } from "./huffman-table.js";
import { Inflater } from "./inflater.js";

const HEADER_BYTES = 2;
const CHECKSUM_BYTES = 4;

/**
 * Decodes the zlib format (RFC 1950) and verifies its checksum. Trailing bytes are refused.
 *
 * @throws as {@link inflate}.
 */
export async function* inflateZlib(data: Uint8Array, work: Work): AsyncGenerator<Uint8Array> {
  const checksumAt = data.length - CHECKSUM_BYTES;
  if (checksumAt < HEADER_BYTES) throw new DeflateError("malformed", "the data is truncated");
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const header = view.getUint16(0);
  const isDeflate = (header & 0x0f00) === 0x0800 && header >> 12 <= 7;
  if (!isDeflate || header % 31 !== 0 || (header & 0x20) !== 0) {
    throw new DeflateError("malformed", "the zlib header is invalid");
  }
  let sum = 1;
  for await (const piece of inflate([data.subarray(HEADER_BYTES, checksumAt)], work)) {
    sum = adler32(piece, sum);
    yield piece;
  }
  if (sum !== view.getUint32(checksumAt)) throw new DeflateError("malformed", "the checksum does not match");
}

const MODULUS = 65_521;
/** The most bytes that can be added before the sums could overflow 32 bits. */
const RUN_BYTES = 5552;

/** @param sum checksum of the preceding bytes; 1 at the start. */
function adler32(bytes: Uint8Array, sum: number): number {
  let a = sum & 0xffff;
  let b = sum >>> 16;
  for (let at = 0; at < bytes.length; ) {
    for (const stop = Math.min(at + RUN_BYTES, bytes.length); at < stop; at++) {
      a += bytes[at]!;
      b += a;
    }
    a %= MODULUS;
    b %= MODULUS;
  }
  return ((b << 16) | a) >>> 0;
}

/** Compressed bytes decoded between two pauses: at worst a few milliseconds. */
const STEP_BYTES = 16_384;

/**
 * Decodes a stream, which must end in the last byte of its data.
 *
 * @param raw the compressed data, in pieces of any size.
 * @param work the budget. Its pauses allow an abort.
 * @throws DeflateError; FormatError `work_limit_exceeded`; the abort reason of the work; errors of reading
 * `raw`.
 */
export async function* inflate(
  raw: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  work: Work,
): AsyncGenerator<Uint8Array> {
  const inflater = new Inflater(work);
  let givenBytes = 0;
  async function* decode(bytes: Uint8Array, isLast: boolean): AsyncGenerator<Uint8Array> {
    givenBytes += bytes.length;
    inflater.push(bytes, isLast);
    for (;;) {
      await work.pause();
      const piece = inflater.step();
      if (piece.length === 0) break;
      yield piece;
    }
    // Programs that read from the start would read trailing bytes as entries that the directory does not
    // list.
    if (inflater.hasEnded && inflater.takenBytes < givenBytes) {
      throw new DeflateError("trailing", "bytes follow the end of the stream");
    }
  }
  for await (const piece of raw) {
    for (let at = 0; at < piece.length; at += STEP_BYTES) {
      yield* decode(piece.subarray(at, at + STEP_BYTES), false);
    }
  }
  if (!inflater.hasEnded) yield* decode(new Uint8Array(0), true);
  if (!inflater.hasEnded) throw new DeflateError("malformed", "the stream is truncated");
}
