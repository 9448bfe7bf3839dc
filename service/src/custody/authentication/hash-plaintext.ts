import { createHash } from "node:crypto";
import { decryptSegments } from "../segmented-aead.js";

/** What opens an encrypted original. */
export interface OriginalKey {
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly associatedData: Uint8Array;
  /** Length of the plaintext. */
  readonly sizeBytes: number;
}

/**
 * Authenticates a whole ciphertext.
 *
 * @returns the SHA-256 of the plaintext, hexadecimal.
 * @throws AuthenticationError
 */
export type HashPlaintext = (original: OriginalKey, ciphertext: AsyncIterable<Uint8Array>) => Promise<string>;

/** In the calling thread. */
export const hashPlaintext: HashPlaintext = async ({ key, associatedData, sizeBytes }, ciphertext) => {
  const hash = createHash("sha256");
  for await (const piece of decryptSegments(key, associatedData, sizeBytes, ciphertext)) hash.update(piece);
  return hash.digest("hex");
};
