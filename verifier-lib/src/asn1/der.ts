/** Elements, limits, lengths. */
import { FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";

// One DER value: a view of the parsed bytes. Child values are created on access, one level at a time, because
// a tree of all values would take twenty times the memory of the bytes.

/** A part of the input: from `start` up to and without `end`, in bytes. */
export interface ByteRange {
  /** Offset of the first byte. */
  readonly start: number;
  /** Offset after the last byte. */
  readonly end: number;
}

/** Where values that are read as DER stand in BER. */
export interface Origin {
  readonly bytes: Uint8Array;
  /** By the offset in the DER. */
  readonly ranges: ReadonlyMap<number, ByteRange>;
}

/** Reading one child value, including the work of its caller. */
const UNITS_PER_CHILD = 2;

export class DerElement {
  /** The identifier octet, including class and form. */
  readonly tag: number;
  /** Position of the identifier octet in the whole value, which is DER. */
  readonly offset: number;
  readonly #bytes: Uint8Array;
  readonly #contentStart: number;
  readonly #end: number;
  readonly #work: WorkBudget;
  readonly #origin: Origin | null;
  #children: readonly DerElement[] | null = null;

  /** @param bytes must already be checked from the offset to the end. */
  constructor(
    bytes: Uint8Array,
    offset: number,
    contentStart: number,
    end: number,
    work: WorkBudget,
    origin: Origin | null = null,
  ) {
    this.tag = bytes[offset]!;
    this.offset = offset;
    this.#bytes = bytes;
    this.#contentStart = contentStart;
    this.#end = end;
    this.#work = work;
    this.#origin = origin;
  }

  /** Identifier, length and content. */
  get der(): Uint8Array {
    return this.#bytes.subarray(this.offset, this.#end);
  }

  /** Where the value stands in the input. */
  get range(): ByteRange {
    return this.#origin?.ranges.get(this.offset) ?? { start: this.offset, end: this.#end };
  }

  /** The value as it stands in the input: as `der`, unless that is BER. */
  get given(): Uint8Array {
    if (this.#origin === null) return this.der;
    const { start, end } = this.range;
    return this.#origin.bytes.subarray(start, end);
  }

  get content(): Uint8Array {
    return this.#bytes.subarray(this.#contentStart, this.#end);
  }

  /** The budget for reading the whole value. */
  get work(): WorkBudget {
    return this.#work;
  }

  /**
   * Child values; empty for a value in primitive form.
   *
   * @throws FormatError `work_limit_exceeded`.
   */
  get children(): readonly DerElement[] {
    this.#children ??= this.#isConstructed ? [...this.#eachChild()] : NONE;
    return this.#children;
  }

  get #isConstructed(): boolean {
    return (this.tag & 0x20) !== 0;
  }

  *#eachChild(): Generator<DerElement> {
    const bytes = this.#bytes;
    let at = this.#contentStart;
    while (at < this.#end) {
      this.#work.spend(UNITS_PER_CHILD);
      const first = bytes[at + 1]!;
      let start = at + 2;
      let length = first;
      if (first >= 0x80) {
        length = 0;
        for (const end = start + (first & 0x7f); start < end; start++) length = length * 256 + bytes[start]!;
      }
      yield new DerElement(bytes, at, start, start + length, this.#work, this.#origin);
      at = start + length;
    }
  }
}

const NONE: readonly DerElement[] = [];

/** Every error code of the DER parser, one per malformation (X.690, sections 8 and 10 to 11). */
export type DerErrorCode =
  /** The input is larger than the caller allows, or an object identifier or time in it than this library reads. */
  | "der_too_large"
  /** The input ends before the value does, or a value is longer than its parent. */
  | "der_truncated"
  /** Bytes follow the value. */
  | "der_trailing_data"
  /** Values are nested deeper than the caller allows. */
  | "der_too_deep"
  /** There are more values than the caller allows. */
  | "der_too_many_elements"
  /** The tag has a form that no supported format uses: a number above 30, or the reserved universal tag 0. */
  | "der_tag_unsupported"
  /** The length is indefinite: BER, not DER. */
  | "der_length_indefinite"
  /** The length has more bytes than its value needs. */
  | "der_length_not_minimal"
  /** A constructed type in primitive form, or a primitive type in constructed form. */
  | "der_form"
  | "der_boolean"
  | "der_integer"
  | "der_bit_string"
  | "der_null"
  | "der_object_identifier"
  /** A character string holds bytes that its type does not allow. */
  | "der_string"
  /** A time is not in DER form (UTC, seconds, no trailing zeros), or does not exist. */
  | "der_time"
  /** A value has another type than expected, or a required value is missing. */
  | "der_unexpected";

/** Limits of the parser, checked before it allocates memory. */
export interface DerLimits {
  /** Size of the whole value in bytes. */
  readonly maxBytes: number;
  /** Nesting depth; the outermost value counts 1. */
  readonly maxDepth: number;
  /** Total number of values. */
  readonly maxElements: number;
}

/** Identifier octets, including class and form, as in DER: X.690, sections 8.1.2 and 10. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  numericString: 0x12,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** `[number]` that replaces the tag of a primitive type. */
export function contextPrimitive(number: number): number {
  return 0x80 | number;
}

/** `[number]` around a value, or instead of the tag of SEQUENCE or SET. */
export function contextConstructed(number: number): number {
  return 0xa0 | number;
}

// A strict DER parser: X.690, sections 8, 10 and 11. Refuses anything that two parsers could read
// differently: indefinite lengths, lengths longer than needed, padded integers and identifiers, constructed
// strings, nonzero unused bits, and trailing bytes.
//
// Does not check the order of a SET OF, nor that default values are omitted. Certificates of public
// authorities often violate both rules, and neither changes the meaning of a value. Callers check the
// contents of strings, times and OCTET STRINGs.

/** Maximum content of an OBJECT IDENTIFIER: 128 numbers of 32 bits (RFC 2578, section 3.5), of five bytes each. */
const MAX_OBJECT_IDENTIFIER_BYTES = 640;

/** Bits of an identifier octet. */
const CLASS = 0xc0;
const CONSTRUCTED = 0x20;
const NUMBER = 0x1f;

/** Tag numbers of SEQUENCE and SET, the constructed universal types. */
const STRUCTURED: readonly number[] = [0x10, 0x11];

/** Fixed cost of one call: a walk, its first values, and the caller's work on a value as small as an extension. */
const UNITS_PER_READING = 8;
/** Checked values per unit of work: one takes about 30 ns. */
const VALUES_PER_UNIT = 8;
/** Bytes per unit of work: they are copied, and scanned once if their type has a form. */
const BYTES_PER_UNIT = 256;

/**
 * Whether a value is only skipped by its length, because its own parser reads it, or none does. Nothing is known of its content.
 *
 * @param tags of the values around it, from the outermost on, and its own.
 */
export type IsOpaque = (tags: readonly number[]) => boolean;

/**
 * Parses one value that spans all of the bytes. The result contains views of them.
 *
 * @param work the budget for parsing the value and for reading its child values later. Default: a new one.
 * @param origin of bytes that were made of BER. Default: none.
 * @param isOpaque Default: no value is.
 * @throws FormatError (`DerErrorCode`, `work_limit_exceeded`).
 */
export function parseDer(
  bytes: Uint8Array,
  limits: DerLimits,
  work: WorkBudget = new WorkBudget(),
  origin: Origin | null = null,
  isOpaque: IsOpaque | null = null,
): DerElement {
  if (bytes.length > limits.maxBytes) {
    fail("der_too_large", `expected at most ${limits.maxBytes} bytes, got ${bytes.length}`, limits.maxBytes);
  }
  work.spend(UNITS_PER_READING + Math.floor(bytes.length / BYTES_PER_UNIT));
  const walk = new Walk(bytes, limits, work, isOpaque);
  const contentStart = walk.element(bytes.length, 1);
  if (walk.at !== bytes.length) fail("der_trailing_data", "expected the end, got more bytes", walk.at);
  return new DerElement(bytes, 0, contentStart, bytes.length, work, origin);
}

/** Checks values without keeping them. */
class Walk {
  at = 0;
  readonly #bytes: Uint8Array;
  readonly #limits: DerLimits;
  readonly #work: WorkBudget;
  readonly #isOpaque: IsOpaque | null;
  readonly #tags: number[] = [];
  #elements = 0;

  constructor(bytes: Uint8Array, limits: DerLimits, work: WorkBudget, isOpaque: IsOpaque | null) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#work = work;
    this.#isOpaque = isOpaque;
  }

  /**
   * Checks the current value, which must not extend past `limit`. Recurses as deep as the caller's limits
   * allow.
   *
   * @returns the position of its content.
   */
  element(limit: number, depth: number): number {
    const offset = this.at;
    if (depth > this.#limits.maxDepth)
      fail("der_too_deep", `expected at most ${this.#limits.maxDepth} levels of nesting`, offset);
    if (++this.#elements > this.#limits.maxElements) {
      fail("der_too_many_elements", `expected at most ${this.#limits.maxElements} values`, offset);
    }
    if (this.#elements % VALUES_PER_UNIT === 0) this.#work.spend(1);
    const tag = this.#byte(limit);
    if ((tag & NUMBER) === NUMBER || tag === 0x00 || tag === 0x20) {
      fail("der_tag_unsupported", `expected a tag of one byte, got 0x${tag.toString(16)}`, offset);
    }
    const length = this.#length(limit);
    const start = this.at;
    const end = start + length;
    if (end > limit)
      fail("der_truncated", `expected ${length} bytes of content, got ${limit - start}`, start);
    if (this.#isOpaque !== null) {
      this.#tags.length = depth - 1;
      this.#tags.push(tag);
      if (this.#isOpaque(this.#tags)) {
        this.at = end;
        return start;
      }
    }
    const isConstructed = (tag & CONSTRUCTED) !== 0;
    const isUniversal = (tag & CLASS) === 0;
    if (isUniversal && isConstructed !== STRUCTURED.includes(tag & NUMBER)) {
      fail(
        "der_form",
        `expected a ${isConstructed ? "primitive" : "constructed"} value of tag 0x${tag.toString(16)}`,
        offset,
      );
    }
    if (isConstructed) {
      while (this.at < end) this.element(end, depth + 1);
    } else {
      checkContent(this.#bytes, tag, start, end);
      this.at = end;
    }
    return start;
  }

  #byte(limit: number): number {
    if (this.at >= limit) fail("der_truncated", "expected more bytes, got the end", limit);
    return this.#bytes[this.at++]!;
  }

  /** X.690, sections 8.1.3 and 10.1. */
  #length(limit: number): number {
    const offset = this.at;
    const first = this.#byte(limit);
    if (first < 0x80) return first;
    if (first === 0x80) fail("der_length_indefinite", "expected a length", offset);
    const count = first & 0x7f;
    const top = this.#byte(limit);
    if (top === 0) fail("der_length_not_minimal", "expected no leading zero", offset);
    // No input has 2^32 bytes, and a longer length might not be a safe integer.
    if (count > 4) fail("der_truncated", `expected a length of at most 4 bytes, got ${count}`, offset);
    let length = top;
    for (let i = 1; i < count; i++) length = length * 256 + this.#byte(limit);
    if (length < 0x80) fail("der_length_not_minimal", `expected one byte for ${length}`, offset);
    return length;
  }
}

/** Checks the rules DER sets for the content of primitive universal types. */
function checkContent(bytes: Uint8Array, tag: number, start: number, end: number): void {
  const length = end - start;
  switch (tag) {
    case TAG.boolean:
      if (length !== 1 || (bytes[start] !== 0x00 && bytes[start] !== 0xff)) {
        fail("der_boolean", "expected 00 or ff", start);
      }
      break;
    case TAG.integer:
    case TAG.enumerated: {
      if (length === 0) fail("der_integer", "expected at least one byte", start);
      const sign = bytes[start]!;
      if (length > 1 && (sign === 0x00 || sign === 0xff) && bytes[start + 1]! >> 7 === (sign & 1)) {
        fail("der_integer", "expected the shortest form", start);
      }
      break;
    }
    case TAG.bitString: {
      const unused = bytes[start];
      if (length === 0 || unused! > 7 || (length === 1 && unused !== 0)) {
        fail("der_bit_string", "expected 0 to 7 unused bits", start);
      }
      if ((bytes[end - 1]! & ((1 << unused!) - 1)) !== 0) {
        fail("der_bit_string", "expected unused bits to be zero", end - 1);
      }
      break;
    }
    case TAG.null:
      if (length !== 0) fail("der_null", "expected no content", start);
      break;
    case TAG.objectIdentifier: {
      if (length === 0) fail("der_object_identifier", "expected at least one byte", start);
      if (length > MAX_OBJECT_IDENTIFIER_BYTES) {
        const message = `expected an object identifier of at most ${MAX_OBJECT_IDENTIFIER_BYTES} bytes, got ${length}`;
        fail("der_too_large", message, start);
      }
      let isFirst = true;
      for (let at = start; at < end; at++) {
        const byte = bytes[at]!;
        if (isFirst && byte === 0x80) fail("der_object_identifier", "expected the shortest form", at);
        isFirst = byte < 0x80;
      }
      if (!isFirst) fail("der_object_identifier", "expected the last byte of a number", end - 1);
      break;
    }
  }
}

function fail(code: DerErrorCode, message: string, offset: number): never {
  throw new FormatError(code, message, offset);
}

/**
 * As `parseDer`, but parses a copy: later changes to the caller's bytes do not affect the result. The size is
 * checked before copying.
 *
 * @throws FormatError (`DerErrorCode`, `work_limit_exceeded`).
 */
export function parseDerCopy(bytes: Uint8Array, limits: DerLimits, work?: WorkBudget): DerElement {
  const isTooLarge = bytes.length > limits.maxBytes;
  return parseDer(isTooLarge ? bytes : new Uint8Array(bytes), limits, work);
}
