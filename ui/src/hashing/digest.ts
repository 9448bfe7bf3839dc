/**
 * Streaming digests: SHA-256 by this project's own WebAssembly, otherwise by noble, which is half as fast.
 *
 * Proofs use SHA-256. A bare RFC 3161 timestamp may use the others, by noble: their WebAssembly would be 4 kB of every visit.
 */
import { createSha256, type StreamingSha256 } from "@svc-proof/shared/hash";
import type { DigestAlgorithm } from "./digest-algorithm.js";

/** Creates a hash. The module of the rarer ones is loaded with the first. */
export async function createDigest(algorithm: DigestAlgorithm): Promise<StreamingSha256> {
  if (algorithm === "SHA-256") return createSha256();
  const { sha384, sha512 } = await import("@noble/hashes/sha2.js");
  return (algorithm === "SHA-384" ? sha384 : sha512).create();
}
