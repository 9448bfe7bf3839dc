/**
 * Holds what a file's text shows against its cross-references. Programs that find a file damaged, be it on a page that is
 * never looked at here, search it for objects and trailers, and take what they meet last: what no section tells of, and
 * what a later object of the same number replaces, would be another file to them.
 *
 * Not checked: objects of an earlier section that a later one has moved into an object stream.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import type { Work } from "../../work/work.js";
import type { CrossReference } from "./cross-reference.js";
import type { PdfErrorCode } from "./error-code.js";

/** As much as `N G obj` takes, with some white space. */
const HEADER_BYTES = 48;
const HEADER = /^[\s\0]*([0-9]{1,10})[\s\0]+[0-9]{1,5}[\s\0]+obj/;

const KEYWORD_FOLLOWS = /(?:^|[\d\r\n])[\s\0]*$/;

/** Units of one place that is looked at, and how many of them go by between pauses. */
const PLACE_UNITS = 2;
const PLACES_OF_A_TURN = 1024;

/**
 * @param text of the file, one character a byte; only those of ASCII count.
 * @throws FormatError `pdf_object_hidden`, `work_limit_exceeded`; what aborted the work.
 */
export async function checkNothingHidden(
  text: string,
  { places, offsets, trailers }: Pick<CrossReference, "places" | "offsets" | "trailers">,
  work: Work,
): Promise<void> {
  let looked = 0;
  const look = async () => {
    work.spend(PLACE_UNITS);
    if (++looked % PLACES_OF_A_TURN === 0) await work.pause();
  };
  const told = new Map<number, { readonly object: number; readonly offset: number }>();
  for (const offset of offsets) {
    await look();
    const header = HEADER.exec(text.slice(offset, offset + HEADER_BYTES));
    if (header !== null)
      told.set(offset + header[0].length - "obj".length, { object: Number(header[1]), offset });
  }
  const last = new Map<number, number>();
  for (let at = following(text, "obj", 0); at >= 0; at = following(text, "obj", at + 1)) {
    await look();
    if (!isKeyword(text, at)) continue;
    const known = told.get(at);
    if (known === undefined) fail("an object that no cross-reference tells of", at);
    last.set(known.object, known.offset);
  }
  for (const [object, place] of places) {
    const found = last.get(object);
    if (place === null || "inStream" in place || found === undefined || found === place.offset) continue;
    fail(`object ${object} stands behind the one that replaces it`, found);
  }
  for (let at = following(text, "trailer", 0); at >= 0; at = following(text, "trailer", at + 1)) {
    await look();
    if (isKeyword(text, at) && !trailers.has(at)) fail("a trailer that belongs to no cross-reference", at);
  }
}

/** Where a word stands next, from `start` on, behind white space, a number, or nothing at all; -1 where it does not. */
function following(text: string, word: string, start: number): number {
  let at = text.indexOf(word, start);
  while (at > 0 && !/[\s\0\d]/.test(text[at - 1]!)) at = text.indexOf(word, at + 1);
  return at;
}

/** Whether a word stands there as a keyword would: behind a number, or at the beginning of a line. */
function isKeyword(text: string, at: number): boolean {
  return KEYWORD_FOLLOWS.test(text.slice(Math.max(0, at - HEADER_BYTES), at));
}

function fail(message: string, offset: number): never {
  throw new FormatError<PdfErrorCode>("pdf_object_hidden", message, offset);
}
