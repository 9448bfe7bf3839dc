/**
 * Compares the objects and trailers in a file's text with its cross-references. Programs that consider a file
 * damaged, even on a page that is not read here, search it for objects and trailers and use the last ones
 * found. To them, an object that no section lists, or that follows its replacement, would make a different
 * file.
 *
 * Does not check objects of an earlier section that a later one has moved into an object stream.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import type { Work } from "../../work/work.js";
import type { CrossReference } from "./cross-reference.js";
import type { PdfErrorCode } from "./error-code.js";

/** The length of `N G obj` with some white space. */
const HEADER_BYTES = 48;
const HEADER = /^[\s\0]*([0-9]{1,10})[\s\0]+[0-9]{1,5}[\s\0]+obj/;

const KEYWORD_FOLLOWS = /(?:^|[\d\r\n])[\s\0]*$/;

/** Units per match, and matches between two pauses. */
const PLACE_UNITS = 2;
const PLACES_OF_A_TURN = 1024;

/**
 * @param text the file, one character per byte. Only ASCII matters.
 * @throws FormatError `pdf_object_hidden`, `work_limit_exceeded`; the abort reason of the work.
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
    if (known === undefined) fail("an object that no cross-reference lists", at);
    last.set(known.object, known.offset);
  }
  for (const [object, place] of places) {
    const found = last.get(object);
    if (place === null || "inStream" in place || found === undefined || found === place.offset) continue;
    fail(`object ${object} follows its replacement`, found);
  }
  for (let at = following(text, "trailer", 0); at >= 0; at = following(text, "trailer", at + 1)) {
    await look();
    if (isKeyword(text, at) && !trailers.has(at)) fail("a trailer outside every cross-reference section", at);
  }
}

/**
 * The next position of a word, from `start` on, after white space, a digit or the start of the file; -1 if
 * there is none.
 */
function following(text: string, word: string, start: number): number {
  let at = text.indexOf(word, start);
  while (at > 0 && !/[\s\0\d]/.test(text[at - 1]!)) at = text.indexOf(word, at + 1);
  return at;
}

/** Whether a word is a keyword: after a number, or at the start of a line. */
function isKeyword(text: string, at: number): boolean {
  return KEYWORD_FOLLOWS.test(text.slice(Math.max(0, at - HEADER_BYTES), at));
}

function fail(message: string, offset: number): never {
  throw new FormatError<PdfErrorCode>("pdf_object_hidden", message, offset);
}
