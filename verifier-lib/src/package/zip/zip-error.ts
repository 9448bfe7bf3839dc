import { FormatError } from "@svc-proof/shared/encoding";
import type { ZipErrorCode } from "./error-code.js";

/** @param offset position in the archive. */
export function zipError(code: ZipErrorCode, message: string, offset: number, cause?: unknown): FormatError {
  return new FormatError<ZipErrorCode>(code, message, offset, null, cause);
}
