/** A PDF file whose objects are read on access. Nothing in it is executed or rendered. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { Work } from "../../work/work.js";
import { checkNoArchive } from "./check-no-archive.js";
import { checkNothingHidden } from "./check-nothing-hidden.js";
import {
  type CrossReference,
  type HybridDoubt,
  type ObjectPlace,
  readCrossReference,
} from "./cross-reference.js";
import { decodeStream } from "./decode-stream.js";
import type { PdfErrorCode } from "./error-code.js";
import { hasVersion, headerOffset } from "./header.js";
import {
  MAX_ENTRIES,
  MAX_FILTERS,
  MAX_OBJECT_STREAMS,
  MAX_PDF_BYTES,
  MAX_READ_BYTES,
  MAX_STRUCTURE_BYTES,
} from "./limits.js";
import { ObjectReader } from "./object-reader.js";
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
