/** Encodes DER: X.690, sections 8 and 10. */
import { TAG } from "./der.js";

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
