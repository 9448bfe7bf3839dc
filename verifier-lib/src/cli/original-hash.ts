/** The digest of `--original`, by the hash under which each FILE states its content. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { ContentHashAlgorithm } from "../content/content-hash-algorithm.js";
import { hashFile } from "../node/hash-file.js";
import { isSealFile } from "../seal/is-seal-file.js";
import { hashingProgress } from "./progress.js";

/**
 * Hashes the original as an input asks for it, once for each hash, however many inputs there are.
 *
 * @returns lower-case hexadecimal. It throws the file system's error.
 */
export function originalHash(path: string): (input: Uint8Array) => Promise<string> {
  const made = new Map<ContentHashAlgorithm, Promise<string>>();
  return async (input) => {
    const algorithm = await statedAlgorithm(input);
    const hash = made.get(algorithm) ?? hashFile(path, { algorithm, onProgress: hashingProgress(path) });
    made.set(algorithm, hash);
    return hash;
  };
}

/** SHA-256 for whatever states no other that can be compared: the report then says why. */
async function statedAlgorithm(input: Uint8Array): Promise<ContentHashAlgorithm> {
  if (!isSealFile(input)) return "SHA-256";
  const { readImprint } = await import("../seal/read-imprint.js");
  try {
    const algorithm = readImprint(input)?.algorithm;
    return algorithm === "SHA-384" || algorithm === "SHA-512" ? algorithm : "SHA-256";
  } catch (error) {
    if (error instanceof FormatError) return "SHA-256";
    throw error;
  }
}
