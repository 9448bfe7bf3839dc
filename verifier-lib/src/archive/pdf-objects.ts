/** Objects and values; codes. */

import { FormatError } from "@svc-proof/shared/encoding";
import type { WorkBudget } from "@svc-proof/shared/work";
import { MAX_DEPTH, MAX_OBJECT_BYTES, MAX_STRING_BYTES, MAX_VALUES } from "../limits.js";

/** The objects of a PDF file: ISO 32000-1 section 7.3. Strings are bytes. */
export type PdfValue =
  | null
  | boolean
  | number
  | Uint8Array
  | PdfName
  | PdfReference
  | PdfStream
  | readonly PdfValue[]
  | PdfDictionary;

export interface PdfName {
  readonly name: string;
}

export interface PdfReference {
  readonly object: number;
  readonly generation: number;
}

/** Keys without their slash. Duplicate keys make the file malformed. */
export type PdfDictionary = ReadonlyMap<string, PdfValue>;

export interface PdfStream {
  readonly dictionary: PdfDictionary;
  /** Offset of the first byte. */
  readonly start: number;
}

export function isDictionary(value: PdfValue | undefined): value is PdfDictionary {
  return value instanceof Map;
}

export function isArray(value: PdfValue | undefined): value is readonly PdfValue[] {
  return Array.isArray(value);
}

export function isReference(value: PdfValue | undefined): value is PdfReference {
  return typeof value === "object" && value !== null && "object" in value;
}

export function isStream(value: PdfValue | undefined): value is PdfStream {
  return typeof value === "object" && value !== null && "dictionary" in value;
}

/** The name's text; undefined for anything else. */
export function nameOf(value: PdfValue | undefined): string | undefined {
  return typeof value === "object" && value !== null && "name" in value ? value.name : undefined;
}

export function isCount(value: PdfValue | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/**
 * Reads objects from bytes: ISO 32000-1 section 7.2 and 7.3. Strict where programs differ: duplicate keys,
 * malformed numbers and unknown words are refused. Never reads content streams.
 */
const NUL = 0x00;
const TAB = 0x09;
const LF = 0x0a;
const FF = 0x0c;
const CR = 0x0d;
const SPACE = 0x20;

export const WHITE_SPACE: ReadonlySet<number> = new Set([NUL, TAB, LF, FF, CR, SPACE]);
const DELIMITERS: ReadonlySet<number> = new Set(Array.from("()<>[]{}/%", (each) => each.charCodeAt(0)));
const WORDS: ReadonlyMap<string, null | boolean> = new Map([
  ["null", null],
  ["true", true],
  ["false", false],
]);
/** Allows more digits than any offset or length has. */
const NUMBER = /^[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})$/;
const INTEGER = /^[0-9]{1,10}$/;
const ESCAPES: ReadonlyMap<number, number> = new Map(
  Object.entries({ n: LF, r: CR, t: TAB, b: 0x08, f: FF }).map(([letter, byte]) => [
    letter.charCodeAt(0),
    byte,
  ]),
);
/** Bytes read in about one unit of work, and the cost of a value regardless of its contents. */
const BYTES_OF_A_UNIT = 32;
const VALUE_UNITS = 3;

export class ObjectReader {
  readonly bytes: Uint8Array;
  offset: number;
  readonly #work: WorkBudget;
  #values = 0;
  /** Offset of the current object. */
  #start = 0;

  /** @param work the budget. Repeated reads spend again. */
  constructor(bytes: Uint8Array, offset: number, work: WorkBudget) {
    this.bytes = bytes;
    this.offset = offset;
    this.#work = work;
  }

  fail(code: PdfErrorCode, message: string): never {
    throw new FormatError<PdfErrorCode>(code, message, this.offset);
  }

  /** The next word of regular characters, after white space and comments. Empty at a delimiter and at the end. */
  word(): string {
    this.skipSpace();
    const start = this.offset;
    this.#skipRegular();
    this.#work.spend(1);
    return latin1(this.bytes.subarray(start, this.offset));
  }

  expectWord(expected: string): void {
    const found = this.word();
    if (found !== expected)
      this.fail("pdf_object_malformed", `expected ${expected}, got "${found.slice(0, 20)}"`);
  }

  /** An unsigned integer. */
  count(): number {
    const found = this.word();
    if (!INTEGER.test(found))
      this.fail("pdf_object_malformed", `expected a number, got "${found.slice(0, 20)}"`);
    return Number(found);
  }

  skipSpace(): void {
    const start = this.offset;
    this.#skipSpace();
    this.#work.spend(Math.floor((this.offset - start) / BYTES_OF_A_UNIT));
  }

  #skipSpace(): void {
    let isComment = false;
    for (; this.offset < this.bytes.length; this.offset++) {
      const byte = this.bytes[this.offset]!;
      if (isComment) isComment = byte !== LF && byte !== CR;
      else if (byte === 0x25) isComment = true;
      else if (!WHITE_SPACE.has(byte)) return;
    }
  }

  value(depth = 0): PdfValue {
    if (++this.#values > MAX_VALUES) {
      this.fail("pdf_too_many_objects", `an object has more than ${MAX_VALUES} values`);
    }
    if (depth === 0) this.#start = this.offset;
    if (this.offset - this.#start > MAX_OBJECT_BYTES) {
      this.fail("pdf_too_many_objects", `an object has more than ${MAX_OBJECT_BYTES} bytes`);
    }
    this.#work.spend(VALUE_UNITS);
    if (depth > MAX_DEPTH) this.fail("pdf_too_deep", `an object is more than ${MAX_DEPTH} levels deep`);
    this.skipSpace();
    switch (this.#character(0)) {
      case "/":
        return this.#name();
      case "(":
        return this.#literalString();
      case "[":
        return this.#array(depth);
      case "<":
        return this.#character(1) === "<" ? this.dictionary(depth) : this.#hexadecimalString();
      default:
        return this.#numberOrWord();
    }
  }

  dictionary(depth = 0): PdfDictionary {
    const entries = new Map<string, PdfValue>();
    this.offset += 2;
    for (;;) {
      this.skipSpace();
      if (this.#character(0) === ">") {
        if (this.#character(1) !== ">")
          this.fail("pdf_object_malformed", "a dictionary ends with a single bracket");
        this.offset += 2;
        return entries;
      }
      if (this.#character(0) !== "/") this.fail("pdf_object_malformed", "expected a key");
      const { name } = this.#name();
      if (entries.has(name)) this.fail("pdf_key_duplicate", `the key ${name.slice(0, 40)} occurs twice`);
      entries.set(name, this.value(depth + 1));
    }
  }

  /** `N G obj … endobj`, section 7.3.10. */
  indirectObject(object: number, generation: number): PdfValue {
    if (this.count() !== object || this.count() !== generation) {
      this.fail("pdf_object_malformed", `object ${object} is not where the cross-reference says`);
    }
    this.expectWord("obj");
    const value = this.value();
    const word = this.word();
    if (word === "endobj") return value;
    if (word !== "stream" || !isDictionary(value)) this.fail("pdf_object_malformed", "expected endobj");
    return this.#stream(value);
  }

  /** Section 7.3.8.1: the keyword, then a line feed, optionally after a carriage return. */
  #stream(dictionary: PdfDictionary): PdfStream {
    if (this.bytes[this.offset] === CR) this.offset++;
    if (this.bytes[this.offset] !== LF) this.fail("pdf_object_malformed", "expected a line end after stream");
    return { dictionary, start: this.offset + 1 };
  }

  #array(depth: number): PdfValue[] {
    const items: PdfValue[] = [];
    this.offset++;
    for (;;) {
      this.skipSpace();
      if (this.#character(0) === "]") {
        this.offset++;
        return items;
      }
      items.push(this.value(depth + 1));
    }
  }

  #numberOrWord(): PdfValue {
    const word = this.word();
    const constant = WORDS.get(word);
    if (constant !== undefined) return constant;
    if (!NUMBER.test(word)) this.fail("pdf_object_malformed", `"${word.slice(0, 20)}" is not an object`);
    return (INTEGER.test(word) && this.#reference(Number(word))) || Number(word);
  }

  /** `N G R`. Reads ahead after a number, and goes back if it is not a reference. */
  #reference(object: number): PdfValue | undefined {
    const after = this.offset;
    const generation = this.word();
    if (INTEGER.test(generation) && this.word() === "R") return { object, generation: Number(generation) };
    this.offset = after;
    return undefined;
  }

  #name(): PdfName {
    const start = ++this.offset;
    this.#skipRegular();
    const text = latin1(this.bytes.subarray(start, this.offset));
    return {
      name: text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    };
  }

  /** Limited to the length of a string, which no name, number or keyword approaches. */
  #skipRegular(): void {
    const start = this.offset;
    // The end separates like white space.
    while (REGULAR[this.bytes[this.offset] ?? SPACE] === 1) this.offset++;
    if (this.offset - start > MAX_STRING_BYTES) this.#tooLong();
    this.#work.spend(Math.floor((this.offset - start) / BYTES_OF_A_UNIT));
  }

  /** Section 7.3.4.2. At most four input bytes give one output byte; only ignored line ends take more. */
  #literalString(): Uint8Array {
    const out: number[] = [];
    let open = 0;
    const start = ++this.offset;
    for (; this.offset < this.bytes.length; this.offset++) {
      const byte = this.bytes[this.offset]!;
      if (byte === 0x29 && open-- === 0) {
        this.#work.spend(Math.floor((this.offset - start) / BYTES_OF_A_UNIT));
        this.offset++;
        return new Uint8Array(out);
      }
      if (out.length >= MAX_STRING_BYTES || this.offset - start >= 4 * MAX_STRING_BYTES) this.#tooLong();
      if (byte === 0x28) open++;
      if (byte === 0x5c) this.#escape(out);
      else out.push(byte);
    }
    return this.fail("pdf_object_malformed", "a string is not terminated");
  }

  #escape(out: number[]): void {
    let value = 0;
    let digits = 0;
    for (; digits < 3; digits++) {
      const digit = (this.bytes[this.offset + 1 + digits] ?? 0) - 0x30;
      if (digit < 0 || digit > 7) break;
      value = 8 * value + digit;
    }
    if (digits > 0) {
      out.push(value & 0xff);
      this.offset += digits;
      return;
    }
    const next = this.bytes[++this.offset];
    if (next === undefined || next === LF) return;
    if (next === CR) {
      if (this.bytes[this.offset + 1] === LF) this.offset++;
      return;
    }
    out.push(ESCAPES.get(next) ?? next);
  }

  #hexadecimalString(): Uint8Array {
    const mayEnd = this.bytes.subarray(0, this.offset + 2 * MAX_STRING_BYTES + 1);
    const end = mayEnd.indexOf(0x3e, this.offset);
    if (end < 0 && mayEnd.length < this.bytes.length) this.#tooLong();
    if (end < 0) this.fail("pdf_object_malformed", "a string is not terminated");
    const out = new Uint8Array(Math.ceil((end - this.offset) / 2));
    let digits = 0;
    for (let at = this.offset + 1; at < end; at++) {
      const byte = this.bytes[at]!;
      if (WHITE_SPACE.has(byte)) continue;
      const digit = HEXADECIMAL[byte]!;
      if (digit < 0) this.fail("pdf_object_malformed", "a hexadecimal string contains other characters");
      // An odd last digit is the first of a pair.
      out[digits >> 1]! |= digits % 2 === 0 ? digit << 4 : digit;
      digits++;
    }
    this.#work.spend(Math.floor((end - this.offset) / BYTES_OF_A_UNIT));
    this.offset = end + 1;
    return out.slice(0, Math.ceil(digits / 2));
  }

  #tooLong(): never {
    this.fail("pdf_too_many_objects", `a string has more than ${MAX_STRING_BYTES} bytes`);
  }

  /** A space past the end. */
  #character(ahead: number): string {
    return String.fromCharCode(this.bytes[this.offset + ahead] ?? SPACE);
  }
}

/** Value of each byte as a hexadecimal digit; -1 for other bytes. */
export const HEXADECIMAL: Int8Array = Int8Array.from({ length: 256 }, (_, byte) =>
  /[0-9a-fA-F]/.test(String.fromCharCode(byte)) ? Number.parseInt(String.fromCharCode(byte), 16) : -1,
);
/** 1 for each byte that is neither white space nor a delimiter. */
const REGULAR = Uint8Array.from({ length: 256 }, (_, byte) =>
  WHITE_SPACE.has(byte) || DELIMITERS.has(byte) ? 0 : 1,
);

/** One character per byte. Only ASCII is compared. */
export function latin1(bytes: Uint8Array): string {
  let text = "";
  if (bytes.length <= 16) {
    for (const byte of bytes) text += String.fromCharCode(byte);
    return text;
  }
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + 8192) as unknown as number[]);
  }
  return text;
}

/** Every error code of this reader, one per malformation. */
export type PdfErrorCode =
  /** The file has more than 8,388,608 bytes. */
  | "pdf_too_large"
  /** No `%PDF-1.` or `%PDF-2.` and a digit at the start, or at the start of a line of the first 1,024 bytes. */
  | "pdf_bad_header"
  /** The last 1,024 bytes have no `startxref` and `%%EOF`. */
  | "pdf_truncated"
  | "pdf_xref_malformed"
  /** Programs find different objects: by hybrid cross-references, by two meanings of an offset, by linearization, or two catalogs. */
  | "pdf_xref_ambiguous"
  /** Only programs that know hybrid cross-references find an object between the catalog and the attachments. */
  | "pdf_hybrid_unsupported"
  /** The chain of cross-reference sections has a loop. */
  | "pdf_xref_loop"
  /** More sections or entries than a certificate needs. */
  | "pdf_too_many_objects"
  | "pdf_object_malformed"
  /** A dictionary has a key twice. */
  | "pdf_key_duplicate"
  /** The file contains an object or trailer that its cross-references do not list, or that they replace. */
  | "pdf_object_hidden"
  /** The file contains a ZIP archive, which other programs would open. */
  | "pdf_also_zip"
  /** An object is nested more than 32 arrays and dictionaries deep. */
  | "pdf_too_deep"
  | "pdf_encrypted"
  /** A filter of images or of encryption, an unknown one, or an unknown predictor. */
  | "pdf_filter_unsupported"
  /** The stream does not end where its length says, or cannot be decompressed. */
  | "pdf_stream_malformed"
  /** The decompressed stream is larger than its purpose allows. */
  | "pdf_stream_too_large"
  /** An object between the catalog and the attachments violates ISO 32000. */
  | "pdf_structure_malformed"
  | "pdf_too_many_attachments"
  /** Two attachments have the same name. */
  | "pdf_attachment_duplicate"
  /** An attachment has two names or two contents, between which programs choose differently. */
  | "pdf_attachment_ambiguous"
  /** No attachment is named `proof.json`. */
  | "pdf_no_proof";
