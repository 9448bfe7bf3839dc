import { parseTimestampResponse } from "../rfc3161/parse-timestamp-response.js";
import { isBareToken, parseTimestampToken } from "../rfc3161/parse-timestamp-token.js";
import type { MessageImprint } from "../rfc3161/timestamp-token.js";
import type { ParseOptions } from "../x509/parse-options.js";

/**
 * The imprint of a response or a bare token; null for a response without a token.
 *
 * @throws FormatError (`Rfc3161ErrorCode`, `work_limit_exceeded`).
 */
export function readImprint(seal: Uint8Array, options: ParseOptions = {}): MessageImprint | null {
  const token = isBareToken(seal)
    ? parseTimestampToken(seal, options)
    : parseTimestampResponse(seal, options).token;
  return token?.tstInfo.imprint ?? null;
}
