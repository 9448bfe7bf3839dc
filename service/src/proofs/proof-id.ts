/** Identifiers of proofs: docs/decisions/007-proof-identifiers.md. */
import { v7 } from "uuid";

/**
 * A new identifier: a UUID of version 7 (RFC 9562 section 5.7), the millisecond of receipt and 73 random bits.
 *
 * @param receivedAt when the proof was received; its time stands in the identifier.
 */
export function newProofId(receivedAt: Date): string {
  return v7({ msecs: receivedAt.getTime() });
}
