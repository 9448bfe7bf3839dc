/**
 * The data of a stored entry whose size stands behind it. Programs that read from the start find its end by searching for
 * the signature of what may follow: a descriptor, an entry or the central directory.
 */
import { zipError } from "./zip-error.js";

/** Last two bytes of the signatures, behind `PK`. */
const ENDS: ReadonlySet<number> = new Set([0x0708, 0x0304, 0x0102]);

/**
 * Passes the data on.
 *
 * @param offset for errors.
 * @throws FormatError `zip_descriptor_ambiguous` where it holds such a signature.
 */
export async function* withoutSignatures(
  data: AsyncIterable<Uint8Array>,
  offset: number,
): AsyncGenerator<Uint8Array> {
  /** The last four bytes so far. */
  let window = 0;
  for await (const piece of data) {
    for (const byte of piece) {
      window = (window << 8) | byte;
      if (window >>> 16 === 0x504b && ENDS.has(window & 0xffff)) {
        throw zipError("zip_descriptor_ambiguous", "a stored entry holds what looks like its end", offset);
      }
    }
    yield piece;
  }
}
