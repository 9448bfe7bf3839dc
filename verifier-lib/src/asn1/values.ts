/** Values of DER: reads fields, integers, times and strings, and encodes what is sent. */

import { FormatError } from "@svc-proof/shared/encoding";
import { type DerElement, type DerErrorCode, TAG } from "./der.js";

// Reads the fields of a SEQUENCE, or of an implicitly tagged one, in order.

/** Every method throws FormatError (`der_unexpected`). */
export class DerFields {
  readonly #parent: DerElement;
  #next = 0;

  /** @param tag the expected tag of the parent. Default: SEQUENCE. */
  constructor(parent: DerElement, tag: number = TAG.sequence) {
    expectTag(parent, tag);
    this.#parent = parent;
  }

  /** The next field, which must exist and have this tag. Default: any tag. */
  required(tag?: number): DerElement {
    const field = this.#parent.children[this.#next];
    if (field === undefined) return unexpected(this.#parent, "expected another field");
    if (tag !== undefined) expectTag(field, tag);
    this.#next++;
    return field;
  }

  /** The next field if it has one of these tags. Default: any tag. */
  optional(...tags: number[]): DerElement | null {
    const field = this.#parent.children[this.#next];
    if (field === undefined || (tags.length > 0 && !tags.includes(field.tag))) return null;
    this.#next++;
    return field;
  }

  /** Refuses remaining fields. */
  end(): void {
    const field = this.#parent.children[this.#next];
    if (field !== undefined) unexpected(field, "expected no further field");
  }
}

/** The single value inside an explicit tag. @throws FormatError (`der_unexpected`). */
export function onlyChild(element: DerElement): DerElement {
  const fields = new DerFields(element, element.tag);
  const child = fields.required();
  fields.end();
  return child;
}

/** @throws FormatError (`der_unexpected`). */
export function expectTag(element: DerElement, tag: number): void {
  if (element.tag === tag) return;
  unexpected(element, `expected tag 0x${tag.toString(16)}, got 0x${element.tag.toString(16)}`);
}

function unexpected(element: DerElement, message: string): never {
  const code: DerErrorCode = "der_unexpected";
  throw new FormatError(code, message, element.offset);
}

/** Reads values of primitive types. Each function takes an element whose form `parseDer` has checked. */
export function readBoolean(element: DerElement): boolean {
  expectTag(element, TAG.boolean);
  return element.content[0] === 0xff;
}

/** A BOOLEAN under a context tag, whose form `parseDer` cannot check. False if absent. */
export function readImplicitBoolean(element: DerElement | null): boolean {
  if (element === null) return false;
  const { content } = element;
  const value = content[0];
  if (content.length !== 1 || (value !== 0x00 && value !== 0xff)) {
    return fail("der_boolean", "expected 00 or ff", element);
  }
  return value === 0xff;
}

/**
 * An integer from 0 to 2^31 - 1: versions, lengths, codes.
 *
 * @throws FormatError (`der_integer`) if it is negative or larger.
 */
export function readSmallInteger(element: DerElement, tag: number = TAG.integer): number {
  expectTag(element, tag);
  const { content } = element;
  if (content.length > 4 || content[0]! >= 0x80) {
    return fail("der_integer", "expected an integer from 0 to 2147483647", element);
  }
  return content.reduce((value, byte) => value * 256 + byte, 0);
}

/** Dotted decimal. */
export function readObjectIdentifier(element: DerElement, tag: number = TAG.objectIdentifier): string {
  expectTag(element, tag);
  return objectIdentifierText(element.content);
}

/** Dotted decimal, from the content of an OBJECT IDENTIFIER that `parseDer` has checked. */
export function objectIdentifierText(content: Uint8Array): string {
  let text = "";
  let value = 0n;
  let small = 0;
  for (const byte of content) {
    // Numbers are exact up to 2^53. Above 45 bits, the next 7 could exceed that.
    if (small >= 2 ** 45) {
      value = (value === 0n ? BigInt(small) : value) * 128n + BigInt(byte & 0x7f);
    } else {
      small = small * 128 + (byte & 0x7f);
    }
    if (byte >= 0x80) continue;
    if (text === "") {
      const root = small < 40 ? 0 : small < 80 ? 1 : 2;
      text = `${root}.${value === 0n ? small - root * 40 : value - 80n}`;
    } else {
      text += `.${value === 0n ? small : value}`;
    }
    small = 0;
    value = 0n;
  }
  return text;
}

/** The used bits, eight per byte. The last byte may have fewer. */
export function readBitString(
  element: DerElement,
  tag: number = TAG.bitString,
): { readonly bytes: Uint8Array; readonly unusedBits: number } {
  expectTag(element, tag);
  const { content } = element;
  const unusedBits = content[0];
  // Under a context tag, `parseDer` has not checked the content.
  if (unusedBits === undefined || unusedBits > 7 || (content.length === 1 && unusedBits !== 0)) {
    return fail("der_bit_string", "expected 0 to 7 unused bits", element);
  }
  if ((content.at(-1)! & ((1 << unusedBits) - 1)) !== 0) {
    return fail("der_bit_string", "expected unused bits to be zero", element);
  }
  return { bytes: content.subarray(1), unusedBits };
}

/** A BIT STRING that consists of whole bytes. */
export function readBitStringBytes(element: DerElement): Uint8Array {
  const { bytes, unusedBits } = readBitString(element);
  return unusedBits === 0 ? bytes : fail("der_bit_string", "expected whole bytes", element);
}

/**
 * UTCTime or GeneralizedTime as restricted by RFC 5280, section 4.1.2.5: to the second, in UTC.
 *
 * @throws FormatError (`der_time`) for another form, or for a time that does not exist.
 */
export function readTime(element: DerElement): Date {
  const isUtcTime = element.tag === TAG.utcTime;
  if (!isUtcTime) expectTag(element, TAG.generalizedTime);
  return parseTime(element, isUtcTime);
}

/** A GeneralizedTime to the second, possibly under another tag. */
export function readGeneralizedTime(element: DerElement, tag: number = TAG.generalizedTime): Date {
  expectTag(element, tag);
  return parseTime(element, false);
}

function parseTime(element: DerElement, isUtcTime: boolean): Date {
  const { content } = element;
  const time = timeOfContent(content, 0, content.length, isUtcTime);
  return time === null
    ? fail("der_time", "expected a time that exists, to the second, in UTC", element)
    : new Date(time);
}

const Z = 0x5a;

/**
 * Milliseconds since 1970 of a UTCTime (`YYMMDDhhmmssZ`) or GeneralizedTime (`YYYYMMDDhhmmssZ`) at `start` to
 * `end`; null if it is malformed or does not exist. Creates no strings, because revocation lists contain
 * 200,000 times.
 */
export function timeOfContent(
  bytes: Uint8Array,
  start: number,
  end: number,
  isUtcTime: boolean,
): number | null {
  const yearDigits = isUtcTime ? 2 : 4;
  if (end - start !== yearDigits + 11 || bytes[end - 1] !== Z) return null;
  for (let at = start; at < end - 1; at++) if (bytes[at]! < 0x30 || bytes[at]! > 0x39) return null;
  const two = (at: number) => (bytes[at]! - 0x30) * 10 + bytes[at + 1]! - 0x30;
  const stated = isUtcTime ? two(start) : two(start) * 100 + two(start + 2);
  const year = isUtcTime ? stated + (stated < 50 ? 2000 : 1900) : stated;
  const rest = start + yearDigits;
  const [month, day] = [two(rest), two(rest + 2)];
  const [hour, minute, second] = [two(rest + 4), two(rest + 6), two(rest + 8)];
  if (month < 1 || month > 12 || minute > 59 || second > 59) return null;
  // Date.UTC maps the years 0 to 99 to 1900 to 1999.
  const shifted = Date.UTC(year + 400, month - 1, day, hour, minute, second);
  // Date.UTC carries a day that the month lacks, and an hour beyond 23, into another day.
  return new Date(shifted).getUTCDate() === day ? shifted - MS_OF_400_YEARS : null;
}

/** The period of the Gregorian calendar. */
const MS_OF_400_YEARS = 146_097 * 86_400_000;

function fail(code: DerErrorCode, message: string, { offset }: DerElement): never {
  throw new FormatError(code, message, offset);
}

// Encodes DER: X.690, sections 8 and 10.

/** Encodes one value: identifier octet, length, and the concatenated parts as content. */
export function encodeDer(tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const header = [tag, ...encodeLength(length)];
  const der = new Uint8Array(header.length + length);
  der.set(header);
  let at = header.length;
  for (const part of parts) {
    der.set(part, at);
    at += part.length;
  }
  return der;
}

/** The length octets of a value whose content has so many bytes. */
export function encodeLength(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

/** A non-negative INTEGER from its big-endian bytes. */
export function encodeUnsignedInteger(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  const shortest = first < 0 ? Uint8Array.of(0) : bytes.subarray(first);
  const sign = shortest[0]! >= 0x80 ? Uint8Array.of(0) : new Uint8Array();
  return encodeDer(TAG.integer, sign, shortest);
}

/**
 * An OBJECT IDENTIFIER from dotted decimal.
 *
 * @throws RangeError if the text is malformed.
 */
export function encodeObjectIdentifier(text: string): Uint8Array {
  if (!/^(0\.[1-3]?\d|1\.[1-3]?\d|2\.(0|[1-9]\d{0,38}))(\.(0|[1-9]\d{0,38})){0,30}$/.test(text)) {
    throw new RangeError(`expected an object identifier in dotted decimal, got "${text.slice(0, 80)}"`);
  }
  const [root, second, ...rest] = text.split(".").map(BigInt) as [bigint, bigint, ...bigint[]];
  return encodeDer(TAG.objectIdentifier, Uint8Array.from([root * 40n + second, ...rest].flatMap(base128)));
}

/** Seven bits per byte, highest first. All but the last byte have the high bit set. */
function base128(number: bigint): number[] {
  const bytes = [Number(number & 0x7fn)];
  for (let rest = number >> 7n; rest > 0n; rest >>= 7n) bytes.unshift(Number(rest & 0x7fn) | 0x80);
  return bytes;
}
