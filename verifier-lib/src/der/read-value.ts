/** Values of simple types. Each takes an element whose form `parseDer` has checked. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { DerElement } from "./der-element.js";
import { expectTag } from "./der-fields.js";
import type { DerErrorCode } from "./error-code.js";
import { TAG } from "./tag.js";

export function readBoolean(element: DerElement): boolean {
  expectTag(element, TAG.boolean);
  return element.content[0] === 0xff;
}

/** A BOOLEAN under a context tag, whose form nothing has checked yet; false where it is left out. */
export function readImplicitBoolean(element: DerElement | null): boolean {
  if (element === null) return false;
  const [value, ...more] = element.content;
  if (more.length > 0 || (value !== 0x00 && value !== 0xff)) {
    return fail("der_boolean", "expected 00 or ff", element);
  }
  return value === 0xff;
}

/**
 * A whole number from 0 to 2^31 - 1: versions, lengths, codes.
 *
 * @throws FormatError (`der_integer`) for a negative or greater one.
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

/** Dotted decimal of the content of an OBJECT IDENTIFIER that `parseDer` has checked. */
export function objectIdentifierText(content: Uint8Array): string {
  let text = "";
  let value = 0n;
  let small = 0;
  for (const byte of content) {
    // Numbers stay exact to 2^53; beyond 45 bits the next 7 could pass that.
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

/** The bits that are used, eight a byte; the last byte may have fewer. */
export function readBitString(
  element: DerElement,
  tag: number = TAG.bitString,
): { readonly bytes: Uint8Array; readonly unusedBits: number } {
  expectTag(element, tag);
  const { content } = element;
  const unusedBits = content[0];
  // Under a context tag nothing has been checked.
  if (unusedBits === undefined || unusedBits > 7 || (content.length === 1 && unusedBits !== 0)) {
    return fail("der_bit_string", "expected 0 to 7 unused bits", element);
  }
  if (content.length > 1 && (content.at(-1)! & ((1 << unusedBits) - 1)) !== 0) {
    return fail("der_bit_string", "expected unused bits to be zero", element);
  }
  return { bytes: content.subarray(1), unusedBits };
}

/** A bit string of whole bytes. */
export function readBitStringBytes(element: DerElement): Uint8Array {
  const { bytes, unusedBits } = readBitString(element);
  return unusedBits === 0 ? bytes : fail("der_bit_string", "expected whole bytes", element);
}

/**
 * UTCTime or GeneralizedTime as RFC 5280, section 4.1.2.5, has them: to the second, in UTC.
 *
 * @throws FormatError (`der_time`) for another form or a time that does not exist.
 */
export function readTime(element: DerElement): Date {
  const isUtcTime = element.tag === TAG.utcTime;
  if (!isUtcTime) expectTag(element, TAG.generalizedTime);
  return parseTime(element, isUtcTime);
}

/** A GeneralizedTime to the second, which may stand under another tag. */
export function readGeneralizedTime(element: DerElement, tag: number = TAG.generalizedTime): Date {
  expectTag(element, tag);
  return parseTime(element, false);
}

function parseTime(element: DerElement, isUtcTime: boolean): Date {
  const text = String.fromCharCode(...element.content.subarray(0, 16));
  const form = isUtcTime
    ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/
    : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
  const match = form.exec(text);
  if (match === null || element.content.length !== text.length) {
    return fail("der_time", "expected a time to the second, in UTC", element);
  }
  const [stated, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const year = isUtcTime ? stated + (stated < 50 ? 2000 : 1900) : stated;
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  time.setUTCHours(hour, minute, second);
  const isReal =
    time.getUTCMonth() === month - 1 &&
    time.getUTCDate() === day &&
    time.getUTCHours() === hour &&
    time.getUTCMinutes() === minute &&
    time.getUTCSeconds() === second;
  return isReal ? time : fail("der_time", "expected a time that exists", element);
}

function fail(code: DerErrorCode, message: string, { offset }: DerElement): never {
  throw new FormatError(code, message, offset);
}
