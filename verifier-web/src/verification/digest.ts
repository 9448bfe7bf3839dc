/**
 * Streaming digests: hash-wasm if WebAssembly is allowed, otherwise noble.
 *
 * Proofs use SHA-256; a bare RFC 3161 timestamp may use the others.
 */
import type { StreamingSha256 } from "@svc-proof/verifier-lib";
import type { DigestAlgorithm } from "../model/digest-algorithm.js";

/** Creates a hash. Its module is loaded with the first one of its kind. */
export async function createDigest(algorithm: DigestAlgorithm): Promise<StreamingSha256> {
  return (await createFastDigest(algorithm)) ?? createPortableDigest(algorithm);
}

/** Null if the page's policy or the browser forbids WebAssembly. */
async function createFastDigest(algorithm: DigestAlgorithm): Promise<StreamingSha256 | null> {
  const { createSHA256, createSHA384, createSHA512 } = await import("./fast-digests.js");
  const create = { "SHA-256": createSHA256, "SHA-384": createSHA384, "SHA-512": createSHA512 }[algorithm];
  try {
    const hasher = await create();
    hasher.init();
    return { update: (chunk) => hasher.update(chunk), digest: () => hasher.digest("binary") };
  } catch {
    return null;
  }
}

async function createPortableDigest(algorithm: DigestAlgorithm): Promise<StreamingSha256> {
  const { sha256, sha384, sha512 } = await import("./portable-digests.js");
  return { "SHA-256": sha256, "SHA-384": sha384, "SHA-512": sha512 }[algorithm].create();
}
