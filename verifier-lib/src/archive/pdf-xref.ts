/** Cross references. */

import { FormatError } from "@svc-proof/shared/encoding";
import type { WorkBudget } from "@svc-proof/shared/work";
import { MAX_ENTRIES, MAX_READ_BYTES, MAX_SECTIONS, MAX_STRUCTURE_BYTES, TAIL_BYTES } from "../limits.js";
import type { Work } from "../work/work.js";
import {
  isArray,
  isCount,
  isDictionary,
  isReference,
  isStream,
  latin1,
  nameOf,
  ObjectReader,
  type PdfDictionary,
  type PdfErrorCode,
  type PdfStream,
  type PdfValue,
} from "./pdf-objects.js";
import { decodeStream } from "./pdf-streams.js";

// Linearized files: ISO 32000-1 annex F. If the first object declares the file linearized, some programs
// (poppler, pdf.js) start with the cross-reference section after it, others with the one that the end of the
// file names. Both must be the same.

/** Programs search for it even inside strings. */
const END = "endobj";

/**
 * @param header offset of the header. Programs count the length of the file from there, or from its first byte.
 * @param start offset of the newest cross-reference section, from the end of the file.
 * @throws FormatError `pdf_object_malformed` if the first object is malformed.
 */
export function isMisleadinglyLinearized(
  bytes: Uint8Array,
  header: number,
  start: number,
  work: WorkBudget,
): boolean {
  const reader = new ObjectReader(bytes, header, work);
  reader.skipSpace();
  reader.count();
  reader.count();
  reader.expectWord("obj");
  const first = reader.value();
  if (!isDictionary(first) || !first.has("Linearized")) return false;
  const length = first.get("L");
  // The file was updated after linearization, so programs ignore the declaration.
  const lengths: PdfValue[] = [bytes.length, bytes.length - header];
  if (typeof length === "number" && !lengths.includes(length)) return false;
  const text = new TextDecoder("latin1").decode(bytes.subarray(header, start));
  return !/^[\s\0]*$/.test(text.slice(text.indexOf(END) + END.length));
}

// Where the newest cross-reference section of a file begins: ISO 32000-1 section 7.5.5.

/**
 * @param header offset of the header.
 * @returns `start` counts from `origin`, as all offsets of the file do: from the header, or from the first byte.
 * @throws FormatError `pdf_truncated`, `pdf_xref_ambiguous`.
 */
export function newestSection(
  file: Uint8Array,
  header: number,
): { readonly origin: number; readonly start: number } {
  const start = startOffset(file);
  return { origin: originOf(file, header, start), start };
}

/** Viewers look for the last `startxref`; what some programs append to a file does not matter to them. */
function startOffset(bytes: Uint8Array): number {
  const tail = latin1(bytes.subarray(Math.max(0, bytes.length - TAIL_BYTES)));
  const match = /^startxref[ \t]*[\r\n]+[ \t]*([0-9]{1,10})[ \t]*[\r\n]+%%EOF/.exec(
    tail.slice(Math.max(0, tail.lastIndexOf("startxref"))),
  );
  if (match === null)
    fail("pdf_truncated", "expected startxref, an offset and %%EOF at the end", bytes.length);
  return Number(match[1]);
}

/** Viewers count offsets from the header. Programs that do not know of the bytes before it count from the first byte. */
function originOf(bytes: Uint8Array, header: number, start: number): number {
  const [fromHeader, fromStart] = [sectionAt(bytes, header + start), sectionAt(bytes, start)];
  if (fromStart === null || fromStart === fromHeader) return header;
  if (fromHeader === null) return 0;
  return fail("pdf_xref_ambiguous", "from the header, offsets lead to another section", start);
}

/** Offset of the section that begins there, after white space; null if none does. */
function sectionAt(bytes: Uint8Array, offset: number): number | null {
  const text = latin1(bytes.subarray(offset, offset + SECTION_START_BYTES));
  const match = /^([\s\0]*)(?:xref|[0-9]+[\s\0]+[0-9]+[\s\0]+obj)/.exec(text);
  if (match === null) return null;
  const at = offset + match[1]!.length;
  const isInNumber = /[0-9]/.test(String.fromCharCode(bytes[at - 1] ?? 0));
  return isInNumber ? null : at;
}

const SECTION_START_BYTES = 64;

function fail(code: PdfErrorCode, message: string, offset: number): never {
  throw new FormatError<PdfErrorCode>(code, message, offset);
}

/**
 * Locates the objects of a file: cross-reference tables and streams, ISO 32000-1 section 7.5.4 to 7.5.8, from
 * the newest section to the oldest. Never searches a damaged file for objects, because two programs would
 * find different files.
 *
 * A hybrid file has a table for old programs and a stream beside it (section 7.5.8.4). Programs that know such files differ in
 * which of the two counts. So each object is noted that these do not place alike.
 */
export type ObjectPlace =
  | { readonly offset: number; readonly generation: number }
  | { readonly inStream: number; readonly index: number };

export interface CrossReference {
  /** Offset from which all other offsets count: that of the header, or 0. */
  readonly origin: number;
  /** Null for a deleted object. */
  readonly places: ReadonlyMap<number, ObjectPlace | null>;
  /** Offsets of all objects in all sections, including replaced ones, and of the cross-reference streams. */
  readonly offsets: ReadonlySet<number>;
  /** Offset of each table's keyword `trailer`. */
  readonly trailers: ReadonlySet<number>;
  /** The trailer of the newest section. */
  readonly trailer: PdfDictionary;
  /** Objects of a hybrid file that not all programs find, or find elsewhere. */
  readonly doubts: ReadonlyMap<number, HybridDoubt>;
}

export type HybridDoubt = "pdf_xref_ambiguous" | "pdf_hybrid_unsupported";

interface Found {
  readonly places: Map<number, ObjectPlace | null>;
  readonly doubts: Map<number, HybridDoubt>;
  /** Objects that the newest table lists. */
  readonly ofTable: Set<number>;
  /** Objects that only the stream of a hybrid section lists, until an older section does. */
  readonly pending: Map<number, ObjectPlace | null>;
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

/**
 * @param file the whole file.
 * @param header offset of its header.
 */
export async function readCrossReference(
  file: Uint8Array,
  header: number,
  work: Work,
): Promise<CrossReference> {
  const found: Found = {
    places: new Map(),
    doubts: new Map(),
    ofTable: new Set(),
    pending: new Map(),
    offsets: new Set(),
    trailers: new Set(),
  };
  const read = new Set<number>();
  const budget: Budget = { entries: MAX_ENTRIES, bytes: MAX_READ_BYTES };
  let newest: PdfDictionary | undefined;
  const { origin, start } = newestSection(file, header);
  const bytes = file.subarray(origin);
  if (isMisleadinglyLinearized(file, header, origin + start, work)) {
    fail("pdf_xref_ambiguous", "the start and the end of the linearized file name different sections", start);
  }
  for (let next: number | undefined = start; next !== undefined; ) {
    if (read.has(next)) fail("pdf_xref_loop", "the cross-reference sections form a loop", next);
    if (read.size >= MAX_SECTIONS) fail("pdf_too_many_objects", `more than ${MAX_SECTIONS} sections`, next);
    read.add(next);
    const trailer: PdfDictionary = await readSection(bytes, next, found, budget, work);
    newest ??= trailer;
    check(trailer, newest, next);
    const previous = trailer.get("Prev");
    if (previous !== undefined && !isCount(previous))
      fail("pdf_xref_malformed", "Prev is not an offset", next);
    await readHybridStream(bytes, trailer, newest, found, budget, work);
    next = previous;
  }
  for (const [object, place] of found.pending) {
    if (place !== null) found.doubts.set(object, "pdf_hybrid_unsupported");
  }
  return { ...found, origin, trailer: newest! };
}

/** Of each section. */
function check(trailer: PdfDictionary, newest: PdfDictionary, offset: number): void {
  if (trailer.has("Encrypt")) {
    const remedy = "save it without encryption, such as with qpdf --decrypt";
    fail("pdf_encrypted", `the file is encrypted: ${remedy}`, offset);
  }
  if (isSame(trailer.get("Root"), newest.get("Root"))) return;
  fail("pdf_xref_ambiguous", "the sections have several catalogs", offset);
}

/** The stream beside a table, which comes after it and before the older sections. */
async function readHybridStream(
  bytes: Uint8Array,
  trailer: PdfDictionary,
  newest: PdfDictionary,
  found: Found,
  budget: Budget,
  work: Work,
): Promise<void> {
  const offset = trailer.get("XRefStm");
  if (offset === undefined) return;
  // In the dictionary of a stream it has no meaning.
  if (!isCount(offset) || trailer.has("W")) fail("pdf_xref_malformed", "XRefStm is misplaced", 0);
  const dictionary = await readSection(bytes, offset, found, budget, work, true);
  check(dictionary, newest, offset);
  // Some programs go on there, others do not.
  const previous = dictionary.get("Prev");
  if (previous !== undefined && previous !== trailer.get("Prev"))
    fail("pdf_xref_ambiguous", "the stream of a hybrid section has an older section of its own", offset);
}

/** Notes where an object is. Sections come from the newest to the oldest, a table before the stream beside it. */
function note(found: Found, object: number, place: ObjectPlace | null, source: Source): void {
  const { places, pending, doubts, ofTable } = found;
  const known = places.get(object);
  if (known === undefined) {
    places.set(object, place);
    if (source === "hybrid") pending.set(object, place);
    if (source === "table") ofTable.add(object);
    return;
  }
  const isKnownToAll = !pending.has(object);
  if (source === "hybrid") {
    if (!isKnownToAll || !ofTable.has(object) || isSamePlace(known, place)) return;
    // A table calls free what old programs are not to find.
    doubts.set(object, known === null ? "pdf_hybrid_unsupported" : "pdf_xref_ambiguous");
  } else if (!isKnownToAll) {
    pending.delete(object);
    if (isSamePlace(known, place)) return;
    doubts.set(object, place === null ? "pdf_hybrid_unsupported" : "pdf_xref_ambiguous");
  }
}

/** What lists an object: a table, a stream, or the stream beside a table. */
type Source = "table" | "stream" | "hybrid";

function isSamePlace(one: ObjectPlace | null, other: ObjectPlace | null): boolean {
  if (one === null || other === null) return one === other;
  if ("inStream" in one)
    return "inStream" in other && one.inStream === other.inStream && one.index === other.index;
  return !("inStream" in other) && one.offset === other.offset && one.generation === other.generation;
}

async function readSection(
  bytes: Uint8Array,
  offset: number,
  found: Found,
  budget: Budget,
  work: Work,
  isHybrid = false,
): Promise<PdfDictionary> {
  await work.pause();
  if (offset >= bytes.length) fail("pdf_xref_malformed", "a section begins past the end of the file", offset);
  const reader = new ObjectReader(bytes, offset, work);
  if (!isHybrid && reader.word() === "xref") {
    found.ofTable.clear();
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
  await readXrefStream(bytes, stream, found, budget, work, isHybrid ? "hybrid" : "stream");
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
      const place = kind === "n" ? { offset: Number(offset), generation: Number(generation) } : null;
      if (place !== null) found.offsets.add(place.offset);
      note(found, object, place, "table");
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
  source: Source,
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
      if (type === 1) note(found, object, { offset: second, generation: third }, source);
      else if (type === 2) note(found, object, { inStream: second, index: third }, source);
      else note(found, object, null, source);
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
