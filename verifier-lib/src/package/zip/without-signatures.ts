/**
 * The data of a stored entry whose size follows it. Programs that read from the start find its end by
 * searching for the signature of a following record: a descriptor, an entry or the central directory.
 */
import { zipError } from "./zip-error.js";

/** The last two bytes of the signatures, after `PK`. */
const ENDS: ReadonlySet<number> = new Set([0x0708, 0x0304, 0x0102]);

/**
 * Passes the data through.
 *
 * @param offset position for errors.
 * @throws FormatError `zip_descriptor_ambiguous` if the data contains such a signature.
 */
export async function* withoutSignatures(
  data: AsyncIterable<Uint8Array>,
  offset: number,
): AsyncGenerator<Uint8Array> {
  /** The last four bytes. */
  let window = 0;
  for await (const piece of data) {
    for (const byte of piece) {
      window = (window << 8) | byte;
      if (window >>> 16 === 0x504b && ENDS.has(window & 0xffff)) {
        throw zipError("zip_descriptor_ambiguous", "the data of a stored entry contains a signature", offset);
      }
    }
    yield piece;
  }
}
