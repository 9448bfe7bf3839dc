/**
 * Tokens in forms, against requests that another site forges (OWASP, "Synchronizer Token Pattern"): derived from the
 * session, so that nothing is stored. Each one is masked anew: the same bytes in each compressed page could be guessed
 * from its length (BREACH).
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const TOKEN_BYTES = 32;

/** @param key a secret of the service. @param sessionHash of the session. */
export function csrfToken(key: Uint8Array, sessionHash: string): string {
  const mask = randomBytes(TOKEN_BYTES);
  const plain = plainToken(key, sessionHash);
  return Buffer.concat([mask, xor(mask, plain)]).toString("base64url");
}

export function isCsrfToken(key: Uint8Array, sessionHash: string, given: string): boolean {
  const bytes = Buffer.from(given, "base64url");
  if (bytes.length !== 2 * TOKEN_BYTES) return false;
  const plain = xor(bytes.subarray(0, TOKEN_BYTES), bytes.subarray(TOKEN_BYTES));
  return timingSafeEqual(plain, plainToken(key, sessionHash));
}

function plainToken(key: Uint8Array, sessionHash: string): Buffer {
  return createHmac("sha256", key).update(`csrf ${sessionHash}`).digest();
}

function xor(one: Uint8Array, other: Uint8Array): Buffer {
  return Buffer.from(one.map((byte, at) => byte ^ other[at]!));
}
