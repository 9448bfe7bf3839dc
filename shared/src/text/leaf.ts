/**
 * The leaf of a proof in its batch: docs/interface.md, "Portable proof", rule 1.
 */
import { sha256 } from "../hash/sha256.js";

/** The text that `leaf.formula` of every portable proof holds, to the letter. */
export const LEAF_FORMULA = 'SHA-256("svc-leaf:v2:" + proof_id + ":" + content.hash)';

/** Bytes of a preimage: tag, identifier, colon, hash. */
const PREIMAGE_BYTES = 113;

const encoder = new TextEncoder();
const preimage = new Uint8Array(PREIMAGE_BYTES);

/**
 * The text whose SHA-256 is the leaf: 113 characters of ASCII.
 *
 * @param proofId UUID, lower case, 36 characters.
 * @param contentHash SHA-256 of the content, 64 lower-case hexadecimal characters.
 */
export function leafPreimage(proofId: string, contentHash: string): string {
  return `svc-leaf:v2:${proofId}:${contentHash}`;
}

/**
 * The leaf value: 32 bytes. Parameters as for `leafPreimage`.
 *
 * @throws RangeError when the preimage does not have 113 bytes of ASCII.
 */
export function leafHash(proofId: string, contentHash: string): Uint8Array {
  const text = leafPreimage(proofId, contentHash);
  // Into one buffer: a new one for each leaf takes longer than the hash, measured.
  // A character of several bytes leaves others no room: fewer are read.
  const { read } = encoder.encodeInto(text, preimage);
  if (text.length !== PREIMAGE_BYTES || read !== PREIMAGE_BYTES) {
    throw new RangeError(`leaf expected a UUID and 64 hexadecimal characters, got ${text.length} in all`);
  }
  return sha256(preimage);
}
