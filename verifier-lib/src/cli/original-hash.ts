/** The digest of `--original`, by the hash under which each FILE states its content. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { ContentHashAlgorithm } from "../hash/content-hash-algorithm.js";
import { hashFile } from "../node/hash-file.js";
import type { RandomAccess } from "../package/random-access.js";
import { MAX_TIMESTAMP_RESPONSE_BYTES } from "../rfc3161/limits.js";
import { isSealFile } from "../seal/is-seal-file.js";
import { hashingProgress } from "./progress.js";

/**
 * Hashes the original as an input asks for it, once for each hash, however many inputs there are.
 *
 * @returns lower-case hexadecimal. It throws the file system's error.
 */
export function originalHash(path: string): (input: RandomAccess) => Promise<string> {
  const made = new Map<ContentHashAlgorithm, Promise<string>>();
  return async (input) => {
    const algorithm = await statedAlgorithm(input);
    const hash = made.get(algorithm) ?? hashFile(path, { algorithm, onProgress: hashingProgress(path) });
    made.set(algorithm, hash);
    return hash;
  };
}

/** The hash that an input uses; SHA-256 if it has none that can be compared. */
async function statedAlgorithm(file: RandomAccess): Promise<ContentHashAlgorithm> {
  const { sizeBytes } = file;
  const start = await file.read(0, Math.min(sizeBytes, 2));
  if (!isSealFile(start) || sizeBytes > MAX_TIMESTAMP_RESPONSE_BYTES) return "SHA-256";
  const input = await file.read(0, sizeBytes);
  const { readImprint } = await import("../seal/read-imprint.js");
  try {
    const algorithm = readImprint(input)?.algorithm;
    return algorithm === "SHA-384" || algorithm === "SHA-512" ? algorithm : "SHA-256";
  } catch (error) {
    if (error instanceof FormatError) return "SHA-256";
    throw error;
  }
}
