/** Bytes: joined, compared, as hexadecimal and base64; UUIDs; and the error of parsers. */

/** The parts one after the other, in bytes of their own. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Fewer enlargements of what is larger. */
const FIRST_BYTES = 4_096;

/** Bytes that come in parts, in one array: kept apart, parts of one byte each take two hundred times their size. */
export class JoinedBytes {
  length = 0;
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  /** Takes a part: its bytes are copied. */
  push(part: Uint8Array): void {
    const end = this.length + part.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * this.#bytes.length, FIRST_BYTES));
      larger.set(this.bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(part, this.length);
    this.length = end;
  }

  /** What came so far: a view, valid until more comes. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.length);
  }
}

// Lower-case hexadecimal, the only spelling svc-proof formats allow.
//
// We do not use a library for two reasons: decoding into the caller's buffer avoids allocation while
// verifying a proof, and every library accepts upper case, which must be refused.

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

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Whether a text is a UUID in the one spelling svc-proof allows: RFC 9562 section 4, lower case.
 *
 * The leaf commits to the text of the identifier, not to its 16 bytes. Two spellings would be two leaves, so
 * upper case is refused. Version and variant are not checked.
 */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Decodes base64 that this package wrote itself. `atob` exists in browsers and in Node. */
export function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/**
 * The error a parser throws on hostile or damaged input: one stable code per malformation.
 *
 * Callers branch on `code`. `message` is for people and may change. Mistakes of the calling code (a wrong
 * argument type, a value out of range) throw a `TypeError` or `RangeError`, never a `FormatError`.
 */
export class FormatError<Code extends string = string> extends Error {
  override readonly name = "FormatError";
  /** Stable, one per malformation, snake_case. */
  readonly code: Code;
  /** Position of the malformation, in bytes from the start of the input. */
  readonly offset: number;
  /** JSON Pointer (RFC 6901) of the offending value: "" for the document itself, null for binary formats. */
  readonly pointer: string | null;

  constructor(code: Code, message: string, offset: number, pointer: string | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.offset = offset;
    this.pointer = pointer;
  }
}

/** Whether two byte strings are equal. Not constant-time: nothing secret is compared. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  const { length } = a;
  if (length !== b.length) return false;
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}
