/** Identifiers of proofs and of their certificates: docs/decisions/007-proof-identifiers.md. */
import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const RANDOM_BYTES = 16;

/** Random bytes for 256 identifiers: a request for each would cost more than the rest of the work. */
const pool = new Uint8Array(256 * RANDOM_BYTES);
let used = pool.length;

/**
 * A new identifier: a UUID of version 7 (RFC 9562 section 5.7) from the millisecond of receipt and 73 random bits.
 *
 * @param receivedAt when the proof was received; the identifier contains this time.
 */
export function newOrderedId(receivedAt: Date): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  return v7({ msecs: receivedAt.getTime(), random });
}
