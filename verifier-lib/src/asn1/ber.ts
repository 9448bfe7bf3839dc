/**
 * Reads what RFC 5652 lets a writer encode in BER: indefinite lengths, lengths longer than needed, an OCTET STRING in pieces
 * (X.690, sections 8.1.3 and 8.7.3). Readers see the same value in DER, so they are as strict as ever, and a digest of what
 * they read is that of DER (RFC 5652, section 5.4). Whatever a signature covers as it stands, such as a certificate, is
 * `DerElement.given`, and no other reader accepts BER there.
 */

import { FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import {
  type ByteRange,
  type DerElement,
  type DerErrorCode,
  type DerLimits,
  type IsOpaque,
  type Origin,
  parseDer,
  TAG,
} from "./der.js";
import { encodeLength } from "./values.js";

/** What BER allows and DER does not, of the forms that are read here. */
const BER_CODES: readonly string[] = [
  "der_length_indefinite",
  "der_length_not_minimal",
  "der_form",
] satisfies readonly DerErrorCode[];

const CONSTRUCTED = 0x20;
const NUMBER = 0x1f;
/** An OCTET STRING in pieces. */
const OCTET_STRING_IN_PIECES = TAG.octetString | CONSTRUCTED;
/** Values and bytes per unit of work: values are kept here, and written. */
const VALUES_PER_UNIT = 4;
const BYTES_PER_UNIT = 256;

/**
 * Parses one value that spans all of the bytes, in DER or in such BER, and reads it. Copies the bytes first: later changes to
 * them do not affect the result.
 *
 * @param limits hold for the bytes as given, and again for their DER.
 * @param isOpaque values that stay as they are, in whatever encoding.
 * @param read gets the value in DER. Offsets of its errors become those of the given bytes.
 * @throws FormatError (`DerErrorCode`, those of `read`, `work_limit_exceeded`).
 */
export function readBer<Value>(
  bytes: Uint8Array,
  limits: DerLimits,
  work: WorkBudget = new WorkBudget(),
  read: (element: DerElement) => Value,
  isOpaque: IsOpaque | null = null,
): Value {
  const given = bytes.length > limits.maxBytes ? bytes : new Uint8Array(bytes);
  let element: DerElement;
  try {
    element = parseDer(given, limits, work, null, isOpaque);
  } catch (error) {
    if (!(error instanceof FormatError) || !BER_CODES.includes(error.code)) throw error;
    return readConverted(given, limits, work, read, isOpaque);
  }
  return read(element);
}

function readConverted<Value>(
  given: Uint8Array,
  limits: DerLimits,
  work: WorkBudget,
  read: (element: DerElement) => Value,
  isOpaque: IsOpaque | null,
): Value {
  work.spend(Math.ceil(given.length / BYTES_PER_UNIT));
  const root = new BerWalk(given, limits, work, isOpaque).whole();
  const der = new Uint8Array(sizeOf(root));
  const ranges = new Map<number, ByteRange>();
  write(root, der, 0, ranges);
  const origin: Origin = { bytes: given, ranges };
  try {
    return read(parseDer(der, limits, work, origin, isOpaque));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new FormatError(error.code, error.message, offsetIn(ranges, error.offset), error.pointer, error);
  }
}

/** A value: where it stands in BER, and its content in DER, or as it is if it is opaque. */
interface Node extends ByteRange {
  readonly tag: number;
  /** Of the content in DER, in bytes. */
  readonly length: number;
  /** Values, or for a primitive one its bytes. */
  readonly parts: readonly (Node | Uint8Array)[];
}

class BerWalk {
  readonly #bytes: Uint8Array;
  readonly #limits: DerLimits;
  readonly #work: WorkBudget;
  readonly #isOpaque: IsOpaque | null;
  readonly #tags: number[] = [];
  #at = 0;
  #elements = 0;

  constructor(bytes: Uint8Array, limits: DerLimits, work: WorkBudget, isOpaque: IsOpaque | null) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#work = work;
    this.#isOpaque = isOpaque;
  }

  whole(): Node {
    const root = this.#element(this.#bytes.length, 1);
    if (this.#at !== this.#bytes.length)
      fail("der_trailing_data", "expected the end, got more bytes", this.#at);
    return root;
  }

  /** Recurses as deep as the caller's limits allow. */
  #element(limit: number, depth: number): Node {
    const start = this.#at;
    const { maxDepth, maxElements } = this.#limits;
    if (depth > maxDepth) fail("der_too_deep", `expected at most ${maxDepth} levels of nesting`, start);
    if (++this.#elements > maxElements) {
      fail("der_too_many_elements", `expected at most ${maxElements} values`, start);
    }
    if (this.#elements % VALUES_PER_UNIT === 0) this.#work.spend(1);
    const tag = this.#byte(limit);
    if ((tag & NUMBER) === NUMBER || tag === 0x00 || tag === CONSTRUCTED) {
      fail("der_tag_unsupported", `expected a tag of one byte, got 0x${tag.toString(16)}`, start);
    }
    const isConstructed = (tag & CONSTRUCTED) !== 0;
    const lengthAt = this.#at;
    const length = this.#length(limit);
    if (length === null && !isConstructed) {
      fail("der_length_indefinite", "expected a length of a primitive value", lengthAt);
    }
    const content = this.#at;
    const end = length === null ? limit : content + length;
    if (end > limit)
      fail("der_truncated", `expected ${length} bytes of content, got ${limit - content}`, content);
    this.#tags.length = depth - 1;
    this.#tags.push(tag);
    const isOpaque = this.#isOpaque?.(this.#tags) === true;
    if (length !== null && (isOpaque || !isConstructed)) {
      this.#at = end;
      return { tag, start, end, length, parts: [this.#bytes.subarray(content, end)] };
    }
    const children: Node[] = [];
    while (length === null ? !this.#endsHere(limit) : this.#at < end) {
      children.push(this.#element(end, depth + 1));
    }
    const last = this.#at;
    if (length === null) this.#at += END_BYTES;
    const range = { start, end: this.#at };
    if (isOpaque)
      return { tag, ...range, length: last - content, parts: [this.#bytes.subarray(content, last)] };
    if (tag === OCTET_STRING_IN_PIECES) return joined(children, range);
    return { tag, ...range, length: sum(children.map(sizeOf)), parts: children };
  }

  /** Whether the end-of-contents octets stand here: X.690, section 8.1.5. */
  #endsHere(limit: number): boolean {
    return this.#at + END_BYTES <= limit && this.#bytes[this.#at] === 0 && this.#bytes[this.#at + 1] === 0;
  }

  #byte(limit: number): number {
    if (this.#at >= limit) fail("der_truncated", "expected more bytes, got the end", limit);
    return this.#bytes[this.#at++]!;
  }

  /** X.690, section 8.1.3; null for an indefinite one. */
  #length(limit: number): number | null {
    const offset = this.#at;
    const first = this.#byte(limit);
    if (first < 0x80) return first;
    if (first === 0x80) return null;
    let length = 0;
    for (let i = first & 0x7f; i > 0; i--) length = length * 256 + this.#byte(limit);
    // No input has 2^32 bytes; a longer number might not be a safe integer.
    if (length >= 2 ** 32) fail("der_truncated", "expected a length below 2^32", offset);
    return length;
  }
}

const END_BYTES = 2;

/** Every piece of an OCTET STRING is one, and may be in pieces itself. */
function joined(pieces: readonly Node[], range: ByteRange): Node {
  for (const { tag, start } of pieces) {
    if (tag !== TAG.octetString) fail("der_form", "expected a piece of an OCTET STRING", start);
  }
  const parts = pieces.flatMap((piece) => piece.parts);
  return { tag: TAG.octetString, ...range, length: sum(pieces.map(({ length }) => length)), parts };
}

function sizeOf({ length }: Node): number {
  return 1 + encodeLength(length).length + length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** @returns the position after the value. */
function write(node: Node, der: Uint8Array, start: number, ranges: Map<number, ByteRange>): number {
  const header = [node.tag, ...encodeLength(node.length)];
  ranges.set(start, { start: node.start, end: node.end });
  der.set(header, start);
  let at = start + header.length;
  for (const part of node.parts) {
    if (part instanceof Uint8Array) {
      der.set(part, at);
      at += part.length;
    } else at = write(part, der, at, ranges);
  }
  return at;
}

/** Where the last value begins that begins at or before a position of the DER. */
function offsetIn(ranges: ReadonlyMap<number, ByteRange>, position: number): number {
  let found = 0;
  // In the order of the DER.
  for (const [start, range] of ranges) {
    if (start > position) break;
    found = range.start;
  }
  return found;
}

function fail(code: DerErrorCode, message: string, offset: number): never {
  throw new FormatError(code, message, offset);
}
