/**
 * Holds what a file's text shows against its cross-references. Programs that find a file damaged, be it on a page that is
 * never looked at here, search it for objects and trailers, and take what they meet last: what no section tells of, and
 * what a later object of the same number replaces, would be another file to them.
 *
 * Not checked: objects of an earlier section that a later one has moved into an object stream.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import type { CrossReference } from "./cross-reference.js";
import type { PdfErrorCode } from "./error-code.js";

/** As much as `N G obj` takes, with some white space. */
const HEADER_BYTES = 48;
const HEADER = /^[\s\0]*([0-9]{1,10})[\s\0]+[0-9]{1,5}[\s\0]+obj/;

const KEYWORD_FOLLOWS = /(?:^|[\d\r\n])[\s\0]*$/;

/** @throws FormatError `pdf_object_hidden`. */
export function checkNothingHidden(
  bytes: Uint8Array,
  { places, offsets, trailers }: Pick<CrossReference, "places" | "offsets" | "trailers">,
): void {
  // One character a byte: the characters that are looked for are ASCII.
  const text = new TextDecoder("latin1").decode(bytes);
  const told = new Map<number, { readonly object: number; readonly offset: number }>();
  for (const offset of offsets) {
    const header = HEADER.exec(text.slice(offset, offset + HEADER_BYTES));
    if (header !== null)
      told.set(offset + header[0].length - "obj".length, { object: Number(header[1]), offset });
  }
  const last = new Map<number, number>();
  for (const at of keywords(text, "obj")) {
    const known = told.get(at);
    if (known === undefined) fail("an object that no cross-reference tells of", at);
    last.set(known.object, known.offset);
  }
  for (const [object, place] of places) {
    const found = last.get(object);
    if (place === null || "inStream" in place || found === undefined || found === place.offset) continue;
    fail(`object ${object} stands behind the one that replaces it`, found);
  }
  for (const at of keywords(text, "trailer")) {
    if (!trailers.has(at)) fail("a trailer that belongs to no cross-reference", at);
  }
}

/** Where a word stands as a keyword would: behind a number, or at the beginning of a line. */
function* keywords(text: string, word: string): Generator<number> {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (!/[\s\0\d]/.test(text[at - 1] ?? "")) continue;
    if (KEYWORD_FOLLOWS.test(text.slice(Math.max(0, at - HEADER_BYTES), at))) yield at;
  }
}

function fail(message: string, offset: number): never {
  throw new FormatError<PdfErrorCode>("pdf_object_hidden", message, offset);
}
