/**
 * Locates the objects of a file: cross-reference tables and streams, ISO 32000-1 section 7.5.4 to 7.5.8, from
 * the newest section to the oldest. Never searches a damaged file for objects, because two programs would
 * find different files.
 */
import { FormatError } from "@svc-proof/shared/encoding";
import type { Work } from "../../work/work.js";
import { decodeStream } from "./decode-stream.js";
import type { PdfErrorCode } from "./error-code.js";
import { isMisleadinglyLinearized } from "./is-misleadingly-linearized.js";
import { MAX_ENTRIES, MAX_READ_BYTES, MAX_SECTIONS, MAX_STRUCTURE_BYTES, TAIL_BYTES } from "./limits.js";
import { latin1, ObjectReader } from "./object-reader.js";
import {
  isArray,
  isCount,
  isDictionary,
  isReference,
  isStream,
  nameOf,
  type PdfDictionary,
  type PdfStream,
  type PdfValue,
} from "./pdf-value.js";

export type ObjectPlace =
  | { readonly offset: number; readonly generation: number }
  | { readonly inStream: number; readonly index: number };

export interface CrossReference {
  /** Null for a deleted object. */
  readonly places: ReadonlyMap<number, ObjectPlace | null>;
  /** Offsets of all objects in all sections, including replaced ones, and of the cross-reference streams. */
  readonly offsets: ReadonlySet<number>;
  /** Offset of each table's keyword `trailer`. */
  readonly trailers: ReadonlySet<number>;
  /** The trailer of the newest section. */
  readonly trailer: PdfDictionary;
}

interface Found {
  readonly places: Map<number, ObjectPlace | null>;
  readonly offsets: Set<number>;
  readonly trailers: Set<number>;
}

/** Entries read between two pauses, and the cost of one. */
const ENTRIES_OF_A_TURN = 1024;
const ENTRY_UNITS = 2;

/** The total for all sections. Overlapping sections count separately. */
interface Budget {
  entries: number;
  bytes: number;
}

export async function readCrossReference(bytes: Uint8Array, work: Work): Promise<CrossReference> {
  const found: Found = { places: new Map(), offsets: new Set(), trailers: new Set() };
  const read = new Set<number>();
  const budget: Budget = { entries: MAX_ENTRIES, bytes: MAX_READ_BYTES };
  let newest: PdfDictionary | undefined;
  const start = startOffset(bytes);
  if (isMisleadinglyLinearized(bytes, start, work)) {
    fail("pdf_xref_malformed", "the start and the end of the linearized file name different sections", start);
  }
  for (let next: number | undefined = start; next !== undefined; ) {
    if (read.has(next)) fail("pdf_xref_loop", "the cross-reference sections form a loop", next);
    if (read.size >= MAX_SECTIONS) fail("pdf_too_many_objects", `more than ${MAX_SECTIONS} sections`, next);
    read.add(next);
    const trailer: PdfDictionary = await readSection(bytes, next, found, budget, work);
    if (trailer.has("Encrypt")) fail("pdf_encrypted", "the file is encrypted", next);
    // A table for old programs and a stream for new ones would make two files in one.
    if (trailer.has("XRefStm")) fail("pdf_xref_malformed", "the file has hybrid cross-references", next);
    newest ??= trailer;
    if (!isSame(trailer.get("Root"), newest.get("Root"))) {
      fail("pdf_xref_malformed", "the sections have several catalogs", next);
    }
    const previous = trailer.get("Prev");
    if (previous !== undefined && !isCount(previous))
      fail("pdf_xref_malformed", "Prev is not an offset", next);
    next = previous;
  }
  return { ...found, trailer: newest! };
}

/** Section 7.5.5. */
function startOffset(bytes: Uint8Array): number {
  const tailStart = Math.max(0, bytes.length - TAIL_BYTES);
  const tail = latin1(bytes.subarray(tailStart));
  const match = /startxref[ \t]*[\r\n]+[ \t]*([0-9]{1,10})[ \t]*[\r\n]+%%EOF[\s\0]*$/.exec(tail);
  if (match === null)
    fail("pdf_truncated", "expected startxref, an offset and %%EOF at the end", bytes.length);
  return Number(match[1]);
}

async function readSection(
  bytes: Uint8Array,
  offset: number,
  found: Found,
  budget: Budget,
  work: Work,
): Promise<PdfDictionary> {
  await work.pause();
  if (offset >= bytes.length) fail("pdf_xref_malformed", "a section begins past the end of the file", offset);
  const reader = new ObjectReader(bytes, offset, work);
  if (reader.word() === "xref") {
    const trailer = await readTable(reader, found, budget, work);
    spendBytes(budget, reader.offset - offset, offset);
    return trailer;
  }
  reader.offset = offset;
  const object = reader.count();
  const generation = reader.count();
  reader.offset = offset;
  const stream = reader.indirectObject(object, generation);
  spendBytes(budget, reader.offset - offset, offset);
  if (!isStream(stream) || nameOf(stream.dictionary.get("Type")) !== "XRef") {
    fail("pdf_xref_malformed", "expected a cross-reference section", offset);
  }
  found.offsets.add(offset);
  await readXrefStream(bytes, stream, found, budget, work);
  return stream.dictionary;
}

const ENTRY = /^([0-9]{10}) ([0-9]{5}) ([nf])(?: \r| \n|\r\n)$/;
const ENTRY_BYTES = 20;

/** Section 7.5.4. */
async function readTable(
  reader: ObjectReader,
  found: Found,
  budget: Budget,
  work: Work,
): Promise<PdfDictionary> {
  for (;;) {
    const word = reader.word();
    if (word === "trailer") {
      found.trailers.add(reader.offset - word.length);
      break;
    }
    const first = /^[0-9]{1,10}$/.test(word)
      ? Number(word)
      : fail("pdf_xref_malformed", "expected trailer", reader.offset);
    const count = reader.count();
    spend(budget, count, reader.offset);
    reader.skipSpace();
    for (let object = first; object < first + count; object++) {
      await spendEntry(object, work);
      const text = latin1(reader.bytes.subarray(reader.offset, reader.offset + ENTRY_BYTES));
      const [, offset, generation, kind] =
        ENTRY.exec(text) ?? fail("pdf_xref_malformed", "malformed cross-reference entry", reader.offset);
      reader.offset += ENTRY_BYTES;
      if (kind === "n") found.offsets.add(Number(offset));
      if (found.places.has(object)) continue;
      found.places.set(
        object,
        kind === "n" ? { offset: Number(offset), generation: Number(generation) } : null,
      );
    }
  }
  const trailer = reader.value();
  return isDictionary(trailer)
    ? trailer
    : fail("pdf_xref_malformed", "the trailer is not a dictionary", reader.offset);
}

const { MAX_SAFE_INTEGER } = Number;

/** Section 7.5.8, which bounds no width: signing programs write offsets of eight bytes. */
async function readXrefStream(
  bytes: Uint8Array,
  stream: PdfStream,
  found: Found,
  budget: Budget,
  work: Work,
): Promise<void> {
  const { dictionary, start } = stream;
  const widths = dictionary.get("W");
  const size = dictionary.get("Size");
  if (!isArray(widths) || widths.length !== 3 || !widths.every(isCount) || !isCount(size)) {
    fail("pdf_xref_malformed", "W or Size is malformed", start);
  }
  const index = dictionary.get("Index") ?? [0, size];
  if (!isArray(index) || index.length % 2 !== 0 || !index.every(isCount)) {
    fail("pdf_xref_malformed", "Index is malformed", start);
  }
  const length = dictionary.get("Length");
  if (!isCount(length))
    fail("pdf_xref_malformed", "the length of a cross-reference stream is not a number", start);
  const data = await decodeStream(bytes, stream, length, MAX_STRUCTURE_BYTES, work);
  const [typeBytes, secondBytes, thirdBytes] = widths as [number, number, number];
  let at = 0;
  const field = (width: number) => {
    if (at + width > data.length)
      fail("pdf_xref_malformed", "a cross-reference stream ends too early", start);
    let value = 0;
    // What no number holds exactly is beyond every file: any such place will do.
    for (const end = at + width; at < end; at++) value = Math.min(value * 256 + data[at]!, MAX_SAFE_INTEGER);
    return value;
  };
  for (let pair = 0; pair < index.length; pair += 2) {
    const first = index[pair] as number;
    const count = index[pair + 1] as number;
    spend(budget, count, start);
    for (let object = first; object < first + count; object++) {
      await spendEntry(object, work);
      const type = typeBytes === 0 ? 1 : field(typeBytes);
      const second = field(secondBytes);
      const third = field(thirdBytes);
      if (type === 1) found.offsets.add(second);
      if (found.places.has(object)) continue;
      if (type === 1) found.places.set(object, { offset: second, generation: third });
      else if (type === 2) found.places.set(object, { inStream: second, index: third });
      else found.places.set(object, null);
    }
  }
}

/** Compares references. A section may omit an unchanged catalog. */
function isSame(one: PdfValue | undefined, newest: PdfValue | undefined): boolean {
  if (one === undefined) return true;
  return isReference(one) && isReference(newest) && one.object === newest.object;
}

async function spendEntry(object: number, work: Work): Promise<void> {
  work.spend(ENTRY_UNITS);
  if (object % ENTRIES_OF_A_TURN === 0) await work.pause();
}

function spend(budget: Budget, count: number, offset: number): void {
  budget.entries -= count;
  if (budget.entries < 0) fail("pdf_too_many_objects", `more than ${MAX_ENTRIES} entries`, offset);
}

function spendBytes(budget: Budget, count: number, offset: number): void {
  budget.bytes -= count;
  if (budget.bytes < 0) fail("pdf_too_many_objects", `more than ${MAX_READ_BYTES} bytes of sections`, offset);
}

function fail(code: PdfErrorCode, message: string, offset: number): never {
  throw new FormatError<PdfErrorCode>(code, message, offset);
}
