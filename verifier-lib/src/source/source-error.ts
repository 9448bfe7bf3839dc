/** Why a source gave no usable answer. */
export type SourceErrorCode =
  | "source_unreachable"
  | "source_timeout"
  | "source_error"
  | "source_invalid_answer";

const CODES: ReadonlySet<string> = new Set<SourceErrorCode>([
  "source_unreachable",
  "source_timeout",
  "source_error",
  "source_invalid_answer",
]);

/** The code of whatever a source threw: one of a caller's own may throw anything, `SourceError`s of its own too. */
export function sourceErrorCode(error: unknown): SourceErrorCode {
  return error instanceof SourceError && CODES.has(error.code) ? error.code : "source_error";
}

/** A source gave no usable answer. Says nothing about the proof. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly code: SourceErrorCode;
  /** Status of the HTTP answer, where that was the error. */
  readonly status: number | null;

  constructor(code: SourceErrorCode, message: string, cause?: unknown, status: number | null = null) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
  }
}
