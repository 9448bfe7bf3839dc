/** Decodes a deflate stream piece by piece. */
import type { Work } from "../../work/work.js";
import { DeflateError } from "./deflate-error.js";
import { Inflater } from "./inflater.js";

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
