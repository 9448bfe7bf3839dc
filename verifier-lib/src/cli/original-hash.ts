/** The digest of `--original`, by the hash under which each FILE states its content. */

import { FormatError } from "@svc-proof/shared/encoding";
import type { ContentHashAlgorithm } from "../content/hash-content.js";
import { type RandomAccess, randomAccess } from "../content/random-access.js";
import { MAX_TIMESTAMP_RESPONSE_BYTES } from "../limits.js";
import { hashFile } from "../node/files.js";
import {
  armourOf,
  dearmoured,
  inputTypeOf,
  MAGIC_BYTES,
  MAX_ARMOUR_CHARACTERS,
} from "../recognise/recognise.js";
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
  try {
    const seal = await sealIn(file);
    if (seal === null) return "SHA-256";
    const { readImprint } = await import("../judge/seal-material.js");
    const algorithm = readImprint(seal)?.algorithm;
    return algorithm === "SHA-384" || algorithm === "SHA-512" ? algorithm : "SHA-256";
  } catch (error) {
    if (error instanceof FormatError) return "SHA-256";
    throw error;
  }
}

/** The seal that an input is or contains, if its hash may be another than that of a proof. */
async function sealIn(file: RandomAccess): Promise<Uint8Array | null> {
  const { sizeBytes } = file;
  const start = await file.read(0, Math.min(sizeBytes, MAGIC_BYTES));
  const type = inputTypeOf(start);
  if (type !== "rfc3161" && type !== "asic-s" && type !== "evidence-zip") return null;
  const armour = armourOf(start);
  if (armour !== null && sizeBytes > MAX_ARMOUR_CHARACTERS) return null;
  const bare = armour === null ? file : randomAccess(dearmoured(await file.read(0, sizeBytes)).bytes);
  if (type === "rfc3161") {
    return bare.sizeBytes > MAX_TIMESTAMP_RESPONSE_BYTES ? null : await bare.read(0, bare.sizeBytes);
  }
  const { readAsic } = await import("../package/open-container.js");
  return (await readAsic(bare)).token;
}
