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
