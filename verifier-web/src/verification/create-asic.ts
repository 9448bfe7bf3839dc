/** Writes ASiC-S containers. A separate module, loaded when one is wanted. */

import { FormatError } from "@svc-proof/shared/encoding";
import { createAsic, openPackedSeal, openSealedOriginal } from "@svc-proof/verifier-lib/asic";
import { createDigest, DIGEST_ALGORITHMS, readBytes, reading } from "@svc-proof/verifier-web/ui/hashing";
import type { AsicParts, AsicResult } from "../model.js";
import { pemOf } from "./verify-evidence.js";

/**
 * The original and its timestamp in one file. An original that is a file of its own is not copied.
 *
 * @throws UnreadableFileError; the reason of an abort.
 */
export async function createAsicFile(parts: AsicParts, signal: AbortSignal): Promise<AsicResult> {
  try {
    const { name, original, seal } = await open(parts);
    // The library creates its hash synchronously, so all modules have to be loaded before.
    const hashes = await Promise.all(DIGEST_ALGORITHMS.map(createDigest));
    const content = await createAsic({
      original,
      name,
      seal,
      certificates: await Promise.all(parts.certificates.map(pemOf)),
      createHash: (algorithm) => hashes[DIGEST_ALGORITHMS.indexOf(algorithm)]!,
      signal,
    });
    return { name: `${name}.asics`, content, code: null };
  } catch (error) {
    if (error instanceof FormatError) return { name: "", content: null, code: error.code };
    throw error;
  }
}

interface Opened {
  readonly name: string;
  readonly original: Blob;
  readonly seal: Uint8Array;
}

/** @throws FormatError if the package does not hold what is to be taken out of it. */
async function open({ original, seal, packed }: AsicParts): Promise<Opened> {
  if (original !== null) {
    const bytes = seal === null ? await sealIn(packed) : await readBytes(seal);
    return { name: original.name, original, seal: bytes };
  }
  const found = packed === null ? null : await openSealedOriginal(asRandomAccess(packed));
  if (found === null) throw missing();
  const pieces: BlobPart[] = [];
  for await (const piece of found.original.read()) pieces.push(new Uint8Array(piece));
  return { name: found.name, original: new Blob(pieces), seal: found.seal };
}

async function sealIn(packed: File | null): Promise<Uint8Array> {
  const seal = packed === null ? null : await openPackedSeal(packed);
  if (seal === null) throw missing();
  return seal;
}

function missing(): FormatError {
  return new FormatError("evidence_no_proof", "expected an original and its timestamp", 0);
}

function asRandomAccess(file: File): Parameters<typeof openSealedOriginal>[0] {
  return {
    sizeBytes: file.size,
    read: async (offset, length) =>
      new Uint8Array(await reading(file.slice(offset, offset + length).arrayBuffer())),
  };
}
