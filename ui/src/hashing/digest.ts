/**
 * Streaming digests: SHA-256 by hash-wasm if WebAssembly is allowed, otherwise by noble, which is half as fast.
 *
 * Proofs use SHA-256. A bare RFC 3161 timestamp may use the others, by noble: their WebAssembly would be 4 kB of every visit.
 */
import type { DigestAlgorithm } from "./digest-algorithm.js";

/** A digest that grows with each chunk. */
export interface StreamingDigest {
  update(chunk: Uint8Array): void;
  digest(): Uint8Array;
}

/** Creates a hash. Its module is loaded with the first one of its kind. */
export async function createDigest(algorithm: DigestAlgorithm): Promise<StreamingDigest> {
  return (algorithm === "SHA-256" ? await createFastDigest() : null) ?? createPortableDigest(algorithm);
}

/** SHA-256; null if the page's policy or the browser forbids WebAssembly. */
async function createFastDigest(): Promise<StreamingDigest | null> {
  const { createSHA256 } = await import("./fast-digests.js");
  try {
    const hasher = await createSHA256();
    hasher.init();
    return { update: (chunk) => hasher.update(chunk), digest: () => hasher.digest("binary") };
  } catch {
    return null;
  }
}

async function createPortableDigest(algorithm: DigestAlgorithm): Promise<StreamingDigest> {
  const { sha256, sha384, sha512 } = await import("./portable-digests.js");
  return { "SHA-256": sha256, "SHA-384": sha384, "SHA-512": sha512 }[algorithm].create();
}
