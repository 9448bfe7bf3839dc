/** Undoes the filters that write bytes as text or in runs: ISO 32000-1 sections 7.4.2 to 7.4.5. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { PdfErrorCode } from "./error-code.js";
import { HEXADECIMAL, WHITE_SPACE } from "./object-reader.js";

/** Takes the data and the limit of the decoded bytes. `isEarly`: LZW codes become longer one code early. */
export type UndoFilter = (data: Uint8Array, maxBytes: number, isEarly: boolean) => Uint8Array;

/**
 * By the name of the filter. Data must end with its mark of the end, and only white space may follow.
 *
 * @throws FormatError `pdf_stream_malformed`, `pdf_stream_too_large`; offsets count from the start of the data.
 */
export const UNDO_FILTER: ReadonlyMap<string, UndoFilter> = new Map<string, UndoFilter>([
  ["ASCIIHexDecode", undoHexadecimal],
  ["ASCII85Decode", undoBase85],
  ["RunLengthDecode", undoRunLength],
  ["LZWDecode", undoLzw],
]);

/** Decoded bytes, within a limit. */
class Output {
  #bytes: Uint8Array;
  readonly #maxBytes: number;
  length = 0;

  constructor(expectedBytes: number, maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#bytes = new Uint8Array(Math.min(expectedBytes, maxBytes));
  }

  /** Room for more bytes, which the caller fills. */
  take(count: number): Uint8Array {
    const end = this.length + count;
    if (end > this.#maxBytes) {
      const message = `expected a stream of at most ${this.#maxBytes} bytes, got more`;
      throw new FormatError<PdfErrorCode>("pdf_stream_too_large", message, 0);
    }
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(2 * end, this.#maxBytes));
      larger.set(this.#bytes.subarray(0, this.length));
      this.#bytes = larger;
    }
    const room = this.#bytes.subarray(this.length, end);
    this.length = end;
    return room;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}

/** Section 7.4.2. */
function undoHexadecimal(data: Uint8Array, maxBytes: number): Uint8Array {
  const out = new Output(data.length >> 1, maxBytes);
  let high = -1;
  for (let at = 0; at < data.length; at++) {
    const byte = data[at]!;
    if (WHITE_SPACE.has(byte)) continue;
    if (byte === 0x3e) {
      // An odd last digit is the first of a pair.
      if (high >= 0) out.take(1)[0] = high << 4;
      return ended(data, at + 1, out);
    }
    const digit = HEXADECIMAL[byte]!;
    if (digit < 0) malformed("hexadecimal data contains other characters", at);
    if (high < 0) high = digit;
    else {
      out.take(1)[0] = (high << 4) | digit;
      high = -1;
    }
  }
  return truncated(data);
}

const BASE_85_FIRST = 0x21;
const BASE_85_ZEROS = 0x7a;
const BASE_85_END = [0x7e, 0x3e];

/** Section 7.4.3. */
function undoBase85(data: Uint8Array, maxBytes: number): Uint8Array {
  const out = new Output(data.length, maxBytes);
  let digits = 0;
  let value = 0;
  const flush = (count: number, at: number) => {
    if (value > 0xffff_ffff) malformed("a group of base 85 is too large", at);
    const room = out.take(count);
    for (let i = 0; i < count; i++) room[i] = value / 2 ** (24 - 8 * i);
    digits = 0;
    value = 0;
  };
  for (let at = 0; at < data.length; at++) {
    const byte = data[at]!;
    if (WHITE_SPACE.has(byte)) continue;
    if (byte === BASE_85_END[0]) {
      if (data[at + 1] !== BASE_85_END[1] || digits === 1) malformed("base 85 ends wrongly", at);
      const left = digits;
      for (; digits > 0 && digits < 5; digits++) value = value * 85 + 84;
      if (left > 0) flush(left - 1, at);
      return ended(data, at + 2, out);
    }
    if (byte === BASE_85_ZEROS && digits === 0) {
      out.take(4).fill(0);
      continue;
    }
    const digit = byte - BASE_85_FIRST;
    if (digit < 0 || digit > 84) malformed("data of base 85 contains other characters", at);
    value = value * 85 + digit;
    if (++digits === 5) flush(4, at);
  }
  return truncated(data);
}

const RUN_END = 128;

/** Section 7.4.5. */
function undoRunLength(data: Uint8Array, maxBytes: number): Uint8Array {
  const out = new Output(data.length, maxBytes);
  for (let at = 0; at < data.length; ) {
    const length = data[at++]!;
    if (length === RUN_END) return ended(data, at, out);
    if (length > RUN_END) {
      if (at >= data.length) break;
      out.take(257 - length).fill(data[at++]!);
    } else {
      const literal = data.subarray(at, at + length + 1);
      if (literal.length <= length) break;
      out.take(literal.length).set(literal);
      at += literal.length;
    }
  }
  return truncated(data);
}

const LZW_CLEAR = 256;
const LZW_END = 257;
const LZW_CODES = 4096;
const LZW_MIN_BITS = 9;
const LZW_MAX_BITS = 12;

/** Section 7.4.4. Each code means the bytes of an earlier place in the output, and one more. */
function undoLzw(data: Uint8Array, maxBytes: number, isEarly: boolean): Uint8Array {
  const out = new Output(2 * data.length, maxBytes);
  const starts = new Uint32Array(LZW_CODES);
  const lengths = new Uint32Array(LZW_CODES);
  const early = isEarly ? 1 : 0;
  let next = LZW_END + 1;
  let width = LZW_MIN_BITS;
  let previous = -1;
  let bits = 0;
  let held = 0;
  for (let at = 0; ; ) {
    while (held < width && at < data.length) {
      bits = ((bits << 8) | data[at++]!) & 0xff_ffff;
      held += 8;
    }
    if (held < width) return truncated(data);
    held -= width;
    const code = (bits >> held) & ((1 << width) - 1);
    if (code === LZW_END) return ended(data, at, out);
    if (code === LZW_CLEAR) {
      next = LZW_END + 1;
      width = LZW_MIN_BITS;
      previous = -1;
      continue;
    }
    // The code after the last known one: what came before, and its first byte again.
    if (code >= LZW_CLEAR && (code > next || (code === next && previous < 0))) {
      malformed("a code of LZW is unknown", at);
    }
    const start = out.length;
    const length = code < LZW_CLEAR ? 1 : code < next ? lengths[code]! : out.length - previous + 1;
    const from = code < next ? starts[code]! : previous;
    const room = out.take(length);
    if (code < LZW_CLEAR) room[0] = code;
    else for (let i = 0, { bytes } = out; i < length; i++) room[i] = bytes[from + i]!;
    if (previous >= 0 && next < LZW_CODES) {
      starts[next] = previous;
      lengths[next] = start - previous + 1;
      next++;
    }
    if (next + early >= 1 << width && width < LZW_MAX_BITS) width++;
    previous = start;
  }
}

/** @param end behind the mark of the end. */
function ended(data: Uint8Array, end: number, out: Output): Uint8Array {
  const more = data.subarray(end).findIndex((byte) => !WHITE_SPACE.has(byte));
  if (more >= 0) malformed("bytes follow the end of a stream's data", end + more);
  return out.bytes;
}

function truncated(data: Uint8Array): never {
  return malformed("the data of a stream ends too early", data.length);
}

function malformed(message: string, offset: number): never {
  throw new FormatError<PdfErrorCode>("pdf_stream_malformed", message, offset);
}
