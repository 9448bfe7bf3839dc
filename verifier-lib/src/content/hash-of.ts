import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import type { ContentHashAlgorithm, StreamingSha256 } from "./content.js";

const HASHES = { "SHA-256": sha256, "SHA-384": sha384, "SHA-512": sha512 } as const;

/** The portable hash of this name. */
export function hashOf(algorithm: ContentHashAlgorithm): StreamingSha256 {
  return HASHES[algorithm].create();
}
