/** Filters and predictors undone. */

import { FormatError } from "@svc-proof/shared/encoding";
import { HEXADECIMAL, type PdfErrorCode, WHITE_SPACE } from "./pdf-objects.js";

// Undoes the filters that write bytes as text or in runs: ISO 32000-1 sections 7.4.2 to 7.4.5.

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

/** 1 for white space: one look-up for each byte. */
const SPACE = Uint8Array.from({ length: 256 }, (_, byte) => (WHITE_SPACE.has(byte) ? 1 : 0));

/** Decoded bytes, within a limit. */
class Output {
  #bytes: Uint8Array;
  readonly #maxBytes: number;
  length = 0;

  constructor(expectedBytes: number, maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#bytes = new Uint8Array(Math.min(expectedBytes, maxBytes));
  }

  push(byte: number): void {
    if (this.length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.length++] = byte;
  }

  fill(byte: number, count: number): void {
    if (this.length + count > this.#bytes.length) this.#grow(count);
    this.#bytes.fill(byte, this.length, this.length + count);
    this.length += count;
  }

  /** Bytes that are there already; those that this writes, too. */
  repeat(from: number, count: number): void {
    if (this.length + count > this.#bytes.length) this.#grow(count);
    for (let at = from; at < from + count; at++) this.#bytes[this.length++] = this.#bytes[at]!;
  }

  #grow(count: number): void {
    const end = this.length + count;
    if (end > this.#maxBytes) {
      const message = `expected a stream of at most ${this.#maxBytes} bytes, got more`;
      throw new FormatError<PdfErrorCode>("pdf_stream_too_large", message, 0);
    }
    const larger = new Uint8Array(Math.min(2 * end, this.#maxBytes));
    larger.set(this.bytes);
    this.#bytes = larger;
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
    const digit = HEXADECIMAL[byte]!;
    if (digit >= 0) {
      if (high < 0) high = digit;
      else {
        out.push((high << 4) | digit);
        high = -1;
      }
    } else if (byte === 0x3e) {
      // An odd last digit is the first of a pair.
      if (high >= 0) out.push(high << 4);
      return ended(data, at + 1, out);
    } else if (SPACE[byte] === 0) malformed("hexadecimal data contains other characters", at);
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
    for (let shift = 24; shift > 24 - 8 * count; shift -= 8) out.push(value >>> shift);
    digits = 0;
    value = 0;
  };
  for (let at = 0; at < data.length; at++) {
    const byte = data[at]!;
    if (SPACE[byte] === 1) continue;
    const digit = byte - BASE_85_FIRST;
    if (digit >= 0 && digit < 85) {
      value = value * 85 + digit;
      if (++digits === 5) flush(4, at);
    } else if (byte === BASE_85_ZEROS && digits === 0) out.fill(0, 4);
    else if (byte === BASE_85_END[0] && data[at + 1] === BASE_85_END[1] && digits !== 1) {
      const bytes = digits - 1;
      for (; digits > 0 && digits < 5; digits++) value = value * 85 + 84;
      if (bytes > 0) flush(bytes, at);
      return ended(data, at + 2, out);
    } else malformed("data of base 85 contains other characters", at);
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
    const needed = length > RUN_END ? 1 : length + 1;
    if (at + needed > data.length) break;
    if (length > RUN_END) out.fill(data[at]!, 257 - length);
    else for (let i = 0; i <= length; i++) out.push(data[at + i]!);
    at += needed;
  }
  return truncated(data);
}

const LZW_CLEAR = 256;
const LZW_END = 257;
const LZW_CODES = 4096;
const LZW_MIN_BITS = 9;
const LZW_MAX_BITS = 12;

/** Section 7.4.4. A code above 257 means the bytes of an earlier place in the output, and the one behind them. */
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
    const start = out.length;
    if (previous >= 0 && next < LZW_CODES) {
      // What came before, and the first byte of what this code means: its own first byte, if it means just this.
      starts[next] = previous;
      lengths[next] = start - previous + 1;
      next++;
    }
    if (code >= Math.max(next, LZW_CLEAR)) malformed("a code of LZW is unknown", at);
    if (code < LZW_CLEAR) out.push(code);
    else out.repeat(starts[code]!, lengths[code]!);
    if (next + early >= 1 << width && width < LZW_MAX_BITS) width++;
    previous = start;
  }
}

/** @param end behind the mark of the end. */
function ended(data: Uint8Array, end: number, out: Output): Uint8Array {
  for (let at = end; at < data.length; at++) {
    if (SPACE[data[at]!] === 0) malformed("bytes follow the end of a stream's data", at);
  }
  return out.bytes;
}

function truncated(data: Uint8Array): never {
  return malformed("the data of a stream ends too early", data.length);
}

function malformed(message: string, offset: number): never {
  throw new FormatError<PdfErrorCode>("pdf_stream_malformed", message, offset);
}

/** Reverses predictors: ISO 32000-1 section 7.4.4.4; those of PNG: RFC 2083 section 6; that of TIFF: TIFF 6.0 section 14. */
export interface Predictor {
  readonly kind: "png" | "tiff";
  /** Bytes per row, without the predictor byte of PNG. */
  readonly rowBytes: number;
  /** Bytes from a sample to the same one of the next pixel: at least one. */
  readonly pixelBytes: number;
}

/** @returns null if the last row is incomplete or a predictor is unknown. */
export function undoPredictor(
  data: Uint8Array,
  { kind, rowBytes, pixelBytes }: Predictor,
): Uint8Array | null {
  const marks = kind === "png" ? 1 : 0;
  const rows = data.length / (rowBytes + marks);
  if (!Number.isInteger(rows)) return null;
  const out = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row++) {
    const start = row * (rowBytes + marks);
    const predictor = kind === "png" ? data[start]! : LEFT;
    for (let column = 0; column < rowBytes; column++) {
      const at = row * rowBytes + column;
      const hasLeft = column >= pixelBytes;
      const left = hasLeft ? out[at - pixelBytes]! : 0;
      const up = row > 0 ? out[at - rowBytes]! : 0;
      const upLeft = row > 0 && hasLeft ? out[at - rowBytes - pixelBytes]! : 0;
      const predicted = prediction(predictor, left, up, upLeft);
      if (predicted === null) return null;
      out[at] = data[start + marks + column]! + predicted;
    }
  }
  return out;
}

/** Predictor 1 of PNG. With samples of a byte, TIFF has no other. */
const LEFT = 1;

function prediction(predictor: number, left: number, up: number, upLeft: number): number | null {
  switch (predictor) {
    case 0:
      return 0;
    case LEFT:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, upLeft);
    default:
      return null;
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toUpLeft = Math.abs(estimate - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}
