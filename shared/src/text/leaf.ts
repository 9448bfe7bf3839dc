/**
 * The leaf of a proof in its batch: interface, "Portable proof", rule 1.
 */
import { sha256 } from "../hash/sha256.js";

/** The text that `leaf.formula` of every portable proof holds, to the letter. */
export const LEAF_FORMULA = 'SHA-256("svc-leaf:v2:" + proof_id + ":" + content.hash)';

const encoder = new TextEncoder();

/**
 * The 114 bytes of ASCII whose SHA-256 is the leaf.
 *
 * @param proofId UUID, lower case, 36 characters.
 * @param contentHash SHA-256 of the content, 64 lower-case hexadecimal characters.
 */
export function leafPreimage(proofId: string, contentHash: string): Uint8Array {
  return encoder.encode(`svc-leaf:v2:${proofId}:${contentHash}`);
}

/** The leaf value: 32 bytes. Parameters as for `leafPreimage`. */
export function leafHash(proofId: string, contentHash: string): Uint8Array {
  return sha256(leafPreimage(proofId, contentHash));
}
