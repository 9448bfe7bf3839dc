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

/**
 * The error code of anything a source threw. A caller's source may throw anything, including a `SourceError`
 * of its own.
 */
export function sourceErrorCode(error: unknown): SourceErrorCode {
  return error instanceof SourceError && CODES.has(error.code) ? error.code : "source_error";
}

/** A source gave no usable answer. Implies nothing about the proof. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly code: SourceErrorCode;
  /** HTTP status of the answer, if that was the error. */
  readonly status: number | null;

  constructor(code: SourceErrorCode, message: string, cause?: unknown, status: number | null = null) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
  }
}
