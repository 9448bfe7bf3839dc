/**
 * Lower-case hexadecimal, the only spelling svc-proof formats allow.
 *
 * We do not use a library for two reasons: decoding into the caller's buffer avoids allocation while
 * verifying a proof, and every library accepts upper case, which must be refused.
 */

const DIGITS = "0123456789abcdef";
const INVALID = 0xff;

const DIGIT_CODES: Uint8Array = Uint8Array.from(DIGITS, (digit) => digit.charCodeAt(0));

const NIBBLES: Uint8Array = new Uint8Array(256).fill(INVALID);
for (const [nibble, code] of DIGIT_CODES.entries()) NIBBLES[code] = nibble;

const decoder = new TextDecoder();
/** `bytesToHex` writes hashes here: a fixed buffer and one decoding take half the time of joining pairs, measured. */
const HASH_TEXT = new Uint8Array(64);

/** Whether `text` is exactly `length` lower-case hexadecimal characters. */
export function isHex(text: string, length: number): boolean {
  if (text.length !== length) return false;
  let seen = 0;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    seen |= NIBBLES[code & 0xff]! | (code & ~0xff);
  }
  return seen <= 0x0f;
}

/** Whether the bytes from `start` to `end` are lower-case hexadecimal in ASCII. */
export function isHexBytes(bytes: Uint8Array, start: number, end: number): boolean {
  let seen = 0;
  for (let i = start; i < end; i++) seen |= NIBBLES[bytes[i]!]!;
  return seen <= 0x0f;
}

/**
 * Decodes `hex` into `target`, starting at `offset`.
 *
 * @returns false, with `target` partly written, if `hex` is not lower-case hexadecimal of even length.
 * @throws RangeError if `target` is too short.
 */
export function decodeHexInto(hex: string, target: Uint8Array, offset = 0): boolean {
  const length = hex.length >> 1;
  if (hex.length & 1) return false;
  if (offset < 0 || offset + length > target.length) {
    throw new RangeError(
      `"target" expected room for ${length} bytes at ${offset}, got length=${target.length}`,
    );
  }
  // Every invalid digit sets bits above the low nibble, so one comparison at the end finds them all.
  let seen = 0;
  for (let i = 0; i < length; i++) {
    const high = hex.charCodeAt(2 * i);
    const low = hex.charCodeAt(2 * i + 1);
    const highNibble = NIBBLES[high & 0xff]!;
    const lowNibble = NIBBLES[low & 0xff]!;
    seen |= highNibble | lowNibble | ((high | low) & ~0xff);
    target[offset + i] = (highNibble << 4) | lowNibble;
  }
  return seen <= 0x0f;
}

/**
 * Decodes lower-case hexadecimal.
 *
 * @throws RangeError if the text is not lower-case hexadecimal of even length.
 */
export function hexToBytes(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length >> 1);
  if (!decodeHexInto(hex, bytes))
    throw new RangeError(`"hex" expected lower-case hexadecimal of even length`);
  return bytes;
}

/** Encodes `bytes`, or the range from `start` to `end`, as lower-case hexadecimal. */
export function bytesToHex(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  const length = end - start;
  const text = length === 32 ? HASH_TEXT : new Uint8Array(2 * length);
  for (let i = 0; i < length; i++) {
    const byte = bytes[start + i]!;
    text[2 * i] = DIGIT_CODES[byte >> 4]!;
    text[2 * i + 1] = DIGIT_CODES[byte & 15]!;
  }
  return decoder.decode(text);
}
