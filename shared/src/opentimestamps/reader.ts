/** Reads bytes and integers of a proof in sequence: python-opentimestamps, `core/serialize.py`. */
import { FormatError } from "../encoding/format-error.js";
import type { TimestampErrorCode } from "./error-code.js";
import { MAX_TIMESTAMP_BYTES } from "./limits.js";

/** 7 bits a byte: five bytes hold every allowed length and height. */
const MAX_INTEGER_BYTES = 5;

/**
 * Reads from a copy of its input, so that later changes to the input do not affect the result. Parts of it
 * are not copied again.
 */
export class Reader {
  at = 0;
  readonly #bytes: Uint8Array;
  /** Offset of this input in the whole input, which is already copied. */
  readonly #start: number;
  /** The code to report if the input ends in the wrong place. */
  readonly #wrongEnd: TimestampErrorCode | undefined;

  constructor(bytes: Uint8Array, inside?: { readonly start: number; readonly wrongEnd: TimestampErrorCode }) {
    if (bytes.length > MAX_TIMESTAMP_BYTES) {
      throw new FormatError(
        "ots_too_large",
        `expected at most ${MAX_TIMESTAMP_BYTES} bytes, got ${bytes.length}`,
        MAX_TIMESTAMP_BYTES,
      );
    }
    this.#bytes = inside === undefined ? new Uint8Array(bytes) : bytes;
    this.#start = inside?.start ?? 0;
    this.#wrongEnd = inside?.wrongEnd;
  }

  fail(code: TimestampErrorCode, message: string, at: number): never {
    throw new FormatError(code, message, this.#start + at);
  }

  byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) return this.#truncated();
    this.at++;
    return byte;
  }

  /** The next bytes, as a view of the copy. */
  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.#bytes.length) this.#truncated();
    const part = this.#bytes.subarray(this.at, end);
    this.at = end;
    return part;
  }

  /** An unsigned integer, 7 bits a byte, lowest first (LEB128). */
  integer(): number {
    const start = this.at;
    let byte = this.byte();
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let factor = 0x80; byte >= 0x80; factor *= 0x80) {
      if (this.at - start === MAX_INTEGER_BYTES) {
        this.fail(
          "ots_integer_too_large",
          `expected an integer of at most ${MAX_INTEGER_BYTES} bytes`,
          start,
        );
      }
      byte = this.byte();
      value += (byte & 0x7f) * factor;
    }
    if (byte === 0) this.fail("ots_integer_not_minimal", "expected no leading zero in an integer", start);
    return value;
  }

  end(): void {
    if (this.at === this.#bytes.length) return;
    this.fail(this.#wrongEnd ?? "ots_trailing_data", "expected the end, got more bytes", this.at);
  }

  #truncated(): never {
    return this.fail(
      this.#wrongEnd ?? "ots_truncated",
      "expected more bytes, got the end",
      this.#bytes.length,
    );
  }
}
