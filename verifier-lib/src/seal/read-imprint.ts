import { isBareToken } from "../rfc3161/is-bare-token.js";
import { parseTimestampResponse } from "../rfc3161/parse-timestamp-response.js";
import { parseTimestampToken } from "../rfc3161/parse-timestamp-token.js";
import type { MessageImprint } from "../rfc3161/timestamp-token.js";

/**
 * What a response or a bare token is about; null for a response without a token.
 *
 * @throws FormatError (`Rfc3161ErrorCode`).
 */
export function readImprint(seal: Uint8Array): MessageImprint | null {
  const token = isBareToken(seal) ? parseTimestampToken(seal) : parseTimestampResponse(seal).token;
  return token?.tstInfo.imprint ?? null;
}
