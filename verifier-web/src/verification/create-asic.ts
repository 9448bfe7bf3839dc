/** Writes ASiC-S containers. A separate module, loaded when one is wanted. */
import { createAsic } from "@svc-proof/verifier-lib/asic";
import { DIGEST_ALGORITHMS } from "../model/digest-algorithm.js";
import { createDigest } from "./digest.js";
import { reading } from "./unreadable-file-error.js";

/**
 * The original and its timestamp in one file. The original is not copied.
 *
 * @throws UnreadableFileError; FormatError if the timestamp is not of the original; the reason of an abort.
 */
export async function createAsicFile(original: File, seal: File, signal: AbortSignal): Promise<Blob> {
  const bytes = new Uint8Array(await reading(seal.arrayBuffer()));
  // The library creates its hash synchronously, so all modules have to be loaded before.
  const hashes = await Promise.all(DIGEST_ALGORITHMS.map(createDigest));
  return createAsic({
    original,
    name: original.name,
    seal: bytes,
    createHash: (algorithm) => hashes[DIGEST_ALGORITHMS.indexOf(algorithm)]!,
    signal,
  });
}
