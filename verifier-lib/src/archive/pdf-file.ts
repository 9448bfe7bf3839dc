/** A file, and nothing hidden in it. */

import { FormatError } from "@svc-proof/shared/encoding";
import {
  MAX_ENTRIES,
  MAX_FILTERS,
  MAX_OBJECT_STREAMS,
  MAX_PDF_BYTES,
  MAX_READ_BYTES,
  MAX_STRUCTURE_BYTES,
} from "../limits.js";
import type { Work } from "../work/work.js";
import { hasVersion, headerOffset } from "./pdf-header.js";
import {
  isArray,
  isCount,
  isDictionary,
  isReference,
  isStream,
  nameOf,
  ObjectReader,
  type PdfDictionary,
  type PdfErrorCode,
  type PdfStream,
  type PdfValue,
} from "./pdf-objects.js";
import { decodeStream } from "./pdf-streams.js";
import { type CrossReference, type HybridDoubt, type ObjectPlace, readCrossReference } from "./pdf-xref.js";

/**
 * Checks that a PDF file is not also a ZIP archive. Some programs look for the end of an archive in the last
 * 64 KiB of any file, or for its entries anywhere: they would show another proof than the attached one.
 */
const ENTRY = "PK\x03\x04";
const DIRECTORY = "PK\x01\x02";
const END = "PK\x05\x06";
/** Size of an entry's header: APPNOTE.TXT section 4.3.7. */
const ENTRY_BYTES = 30;
/** The format's versions and methods have smaller numbers. */
const MAX_NUMBER = 99;
/** Entries checked between two pauses. */
const ENTRIES_OF_A_TURN = 1024;

/**
 * @param text the file, one character per byte.
 * @throws FormatError `pdf_also_zip`, `work_limit_exceeded`; the abort reason of the work.
 */
export async function checkNoArchive(bytes: Uint8Array, text: string, work: Work): Promise<void> {
  // Four bytes occur by chance in one file of 10,000. Both signatures, or a whole header, do not.
  const directory = text.indexOf(DIRECTORY);
  if (directory >= 0 && text.includes(END, directory)) failArchive("the list of an archive", directory);
  let looked = 0;
  for (let at = text.indexOf(ENTRY); at >= 0; at = text.indexOf(ENTRY, at + 1)) {
    work.spend(1);
    if (++looked % ENTRIES_OF_A_TURN === 0) await work.pause();
    if (isEntry(bytes, at)) failArchive("an entry of an archive", at);
  }
}

/** Whether the bytes could be an entry: a known version and method, and a name that fits. */
function isEntry(bytes: Uint8Array, at: number): boolean {
  if (at + ENTRY_BYTES > bytes.length) return false;
  const header = new DataView(bytes.buffer, bytes.byteOffset + at, ENTRY_BYTES);
  const nameBytes = header.getUint16(26, true);
  return (
    header.getUint8(4) <= MAX_NUMBER &&
    header.getUint16(8, true) <= MAX_NUMBER &&
    nameBytes > 0 &&
    at + ENTRY_BYTES + nameBytes + header.getUint16(28, true) <= bytes.length
  );
}

function failArchive(what: string, offset: number): never {
  throw new FormatError<PdfErrorCode>("pdf_also_zip", `the file holds ${what}`, offset);
}

// Compares the objects and trailers in a file's text with its cross-references. Programs that consider a file
// damaged, even on a page that is not read here, search it for objects and trailers and use the last ones
// found. To them, an object that no section lists, or that follows its replacement, would make a different
// file.
//
// Does not check objects of an earlier section that a later one has moved into an object stream.

/** The length of `N G obj` with some white space. */
const OBJECT_HEADER_BYTES = 48;
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
    const header = HEADER.exec(text.slice(offset, offset + OBJECT_HEADER_BYTES));
    if (header !== null)
      told.set(offset + header[0].length - "obj".length, { object: Number(header[1]), offset });
  }
  const last = new Map<number, number>();
  for (let at = following(text, "obj", 0); at >= 0; at = following(text, "obj", at + 1)) {
    await look();
    if (!isKeyword(text, at)) continue;
    const known = told.get(at);
    if (known === undefined) failHidden("an object that no cross-reference lists", at);
    last.set(known.object, known.offset);
  }
  for (const [object, place] of places) {
    const found = last.get(object);
    if (place === null || "inStream" in place || found === undefined || found === place.offset) continue;
    failHidden(`object ${object} follows its replacement`, found);
  }
  for (let at = following(text, "trailer", 0); at >= 0; at = following(text, "trailer", at + 1)) {
    await look();
    if (isKeyword(text, at) && !trailers.has(at))
      failHidden("a trailer outside every cross-reference section", at);
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
  return KEYWORD_FOLLOWS.test(text.slice(Math.max(0, at - OBJECT_HEADER_BYTES), at));
}

function failHidden(message: string, offset: number): never {
  throw new FormatError<PdfErrorCode>("pdf_object_hidden", message, offset);
}

/** A PDF file whose objects are read on access. Nothing in it is executed or rendered. */
const DOUBTS: Readonly<Record<HybridDoubt, string>> = {
  pdf_xref_ambiguous: "programs find different objects by the hybrid cross-references",
  pdf_hybrid_unsupported:
    "only some programs find the attachments by the hybrid cross-references: save the file anew, such as with qpdf",
};

/** What the sections say of the bytes before the header. */
const NOTHING: Parameters<typeof checkNothingHidden>[1] = {
  places: new Map(),
  offsets: new Set(),
  trailers: new Set(),
};

interface ObjectStream {
  readonly data: Uint8Array;
  /** Number and offset of each object, alternating and in order. */
  readonly objects: Float64Array;
}

export class PdfFile {
  readonly trailer: PdfDictionary;
  readonly #bytes: Uint8Array;
  readonly #work: Work;
  readonly #places: CrossReference["places"];
  readonly #doubts: CrossReference["doubts"];
  #readBytes = 0;
  readonly #objectStreams = new Map<number, ObjectStream>();

  private constructor(bytes: Uint8Array, { places, doubts, trailer }: CrossReference, work: Work) {
    this.#bytes = bytes;
    this.#work = work;
    this.#places = places;
    this.#doubts = doubts;
    this.trailer = trailer;
  }

  static async open(file: Uint8Array, work: Work): Promise<PdfFile> {
    if (file.length > MAX_PDF_BYTES)
      fail("pdf_too_large", `expected at most ${MAX_PDF_BYTES} bytes`, MAX_PDF_BYTES);
    const header = headerOffset(file);
    if (header === null || !hasVersion(file, header))
      fail("pdf_bad_header", "expected %PDF- and a version", 0);
    const found = await readCrossReference(file, header, work);
    // One character per byte. Only ASCII is searched.
    const text = new TextDecoder("latin1").decode(file);
    await checkNothingHidden(text.slice(found.origin), found, work);
    // Programs that repair files search what stands before the header, too.
    await checkNothingHidden(text.slice(0, found.origin), NOTHING, work);
    await checkNoArchive(file, text, work);
    return new PdfFile(file.subarray(found.origin), found, work);
  }

  #placeOf(object: number): ObjectPlace | null | undefined {
    const doubt = this.#doubts.get(object);
    if (doubt !== undefined) fail(doubt, DOUBTS[doubt], 0);
    return this.#places.get(object);
  }

  /** Resolves a reference; returns any other value unchanged. A reference to a reference is malformed. */
  async resolve(value: PdfValue | undefined): Promise<PdfValue> {
    if (!isReference(value)) return value ?? null;
    await this.#work.pause();
    const place = this.#placeOf(value.object);
    // Section 7.3.10: a reference to nothing is null.
    if (place == null) return null;
    if ("inStream" in place) {
      // Section 7.5.7: the generation is always 0.
      if (value.generation !== 0) return null;
      return this.#inObjectStream(place.inStream, place.index, value.object);
    }
    if (place.generation !== value.generation) return null;
    const { offset, generation } = place;
    const found = this.#read(this.#bytes, offset, (reader) =>
      reader.indirectObject(value.object, generation),
    );
    return isReference(found) ? fail("pdf_object_malformed", "an object is only a reference", offset) : found;
  }

  /** @throws FormatError `pdf_structure_malformed` if the value is not a dictionary. */
  async dictionary(value: PdfValue | undefined, what: string): Promise<PdfDictionary> {
    const found = await this.resolve(value);
    return isDictionary(found) ? found : fail("pdf_structure_malformed", `${what} is not a dictionary`, 0);
  }

  async decode(stream: PdfStream, maxBytes: number): Promise<Uint8Array> {
    const length = await this.resolve(stream.dictionary.get("Length"));
    if (!isCount(length))
      fail("pdf_stream_malformed", "the length of a stream is not a number", stream.start);
    const dictionary = new Map(stream.dictionary);
    for (const key of ["Filter", "DecodeParms"]) {
      if (dictionary.has(key)) dictionary.set(key, await this.#whole(dictionary.get(key)));
    }
    return decodeStream(this.#bytes, { ...stream, dictionary }, length, maxBytes, this.#work);
  }

  /** A value, or the items of a list, without references: what stands for filters. */
  async #whole(value: PdfValue | undefined): Promise<PdfValue> {
    const found = await this.resolve(value);
    if (!isArray(found)) return found;
    const items: PdfValue[] = [];
    for (const item of found.slice(0, MAX_FILTERS + 1)) items.push(await this.resolve(item));
    return items;
  }

  #read(bytes: Uint8Array, offset: number, read: (reader: ObjectReader) => PdfValue): PdfValue {
    const reader = new ObjectReader(bytes, offset, this.#work);
    const value = read(reader);
    this.#readBytes += reader.offset - offset;
    if (this.#readBytes <= MAX_READ_BYTES) return value;
    return fail("pdf_too_many_objects", `more than ${MAX_READ_BYTES} bytes of objects`, offset);
  }

  /** Section 7.5.7. */
  async #inObjectStream(object: number, index: number, wanted: number): Promise<PdfValue> {
    const known = this.#objectStreams.get(object);
    const { data, objects } = known ?? (await this.#openObjectStream(object));
    const offset = objects[2 * index + 1];
    if (objects[2 * index] !== wanted || offset === undefined) {
      fail("pdf_object_malformed", `object ${wanted} is not in the object stream`, 0);
    }
    const found = this.#read(data, offset, (reader) => reader.value());
    return isReference(found) ? fail("pdf_object_malformed", "an object is only a reference", 0) : found;
  }

  async #openObjectStream(object: number): Promise<ObjectStream> {
    if (this.#objectStreams.size >= MAX_OBJECT_STREAMS) {
      fail("pdf_too_many_objects", `more than ${MAX_OBJECT_STREAMS} object streams are needed`, 0);
    }
    const place = this.#placeOf(object);
    // An object stream is not inside another one, so this does not recurse.
    if (place == null || "inStream" in place) fail("pdf_object_malformed", "an object stream is missing", 0);
    const stream = await this.resolve({ object, generation: place.generation });
    if (!isStream(stream) || nameOf(stream.dictionary.get("Type")) !== "ObjStm") {
      fail("pdf_object_malformed", "expected an object stream", place.offset);
    }
    const length = stream.dictionary.get("Length");
    const lengthPlace = isReference(length) ? this.#placeOf(length.object) : null;
    if (lengthPlace != null && "inStream" in lengthPlace) {
      fail("pdf_object_malformed", "the length of an object stream is in an object stream", place.offset);
    }
    const first = stream.dictionary.get("First");
    const count = stream.dictionary.get("N");
    if (!isCount(first) || !isCount(count) || count > MAX_ENTRIES) {
      fail("pdf_object_malformed", "First or N is malformed", place.offset);
    }
    const data = await this.decode(stream, MAX_STRUCTURE_BYTES);
    const reader = new ObjectReader(data, 0, this.#work);
    const objects = new Float64Array(2 * count);
    for (let at = 0; at < objects.length; at += 2) {
      if (at % 2048 === 0) await this.#work.pause();
      objects[at] = reader.count();
      objects[at + 1] = first + reader.count();
    }
    const opened = { data, objects };
    this.#objectStreams.set(object, opened);
    return opened;
  }
}

function fail(code: PdfErrorCode, message: string, offset: number): never {
  throw new FormatError<PdfErrorCode>(code, message, offset);
}
