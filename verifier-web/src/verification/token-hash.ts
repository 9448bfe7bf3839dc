/**
 * SHA-256 of the token inside an RFC 3161 response, which a timestamp of the seal may be about instead of the whole file. A
 * module of its own, so that what reads responses is loaded with the first seal.
 */
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { parseTimestampResponse } from "@svc-proof/verifier-lib/rfc3161";

/** Lower-case hexadecimal; null where there is none, as in a bare token, which is its own file. */
export function tokenHash(seal: Uint8Array): string | null {
  try {
    const { token } = parseTimestampResponse(seal);
    return token === null ? null : bytesToHex(sha256(token.der));
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}
