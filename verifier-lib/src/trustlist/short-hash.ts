/**
 * 6 bytes: a thousand hashes take 6 kB, and none of them compresses. Whoever finds another key with the same short hash is told
 * "listed for another service type" in place of "not listed".
 */
export const SHORT_HASH_CHARACTERS = 12;

/** @param sha256 in hexadecimal. */
export function shortHash(sha256: string): string {
  return sha256.slice(0, SHORT_HASH_CHARACTERS);
}
