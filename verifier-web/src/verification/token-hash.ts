/**
 * SHA-256 of the token inside an RFC 3161 response. A timestamp of the seal may cover the token instead of the whole file.
 * A separate module, so that the parser is loaded with the first seal.
 */
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { parseTimestampResponse } from "@svc-proof/verifier-lib/rfc3161";

/** Lower-case hexadecimal; null without an inner token, as for a bare token. */
export function tokenHash(seal: Uint8Array): string | null {
  try {
    const { token } = parseTimestampResponse(seal);
    return token === null ? null : bytesToHex(sha256(token.der));
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}
