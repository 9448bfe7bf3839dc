/** Formulas of leaf and anchor payload. */
import { bytesToHex } from "./bytes.js";
import { sha256 } from "./sha256.js";

// The leaf of a proof in its batch: docs/interface.md, "Portable proof", rule 1.

/** The exact value of `leaf.formula` in every portable proof. */
export const LEAF_FORMULA = 'SHA-256("svc-leaf:v2:" + proof_id + ":" + content.hash)';

/** Bytes of a preimage: tag, identifier, colon, hash. */
const PREIMAGE_BYTES = 113;

const encoder = new TextEncoder();
const preimage = new Uint8Array(PREIMAGE_BYTES);

/**
 * The text whose SHA-256 is the leaf: 113 ASCII characters.
 *
 * @param proofId UUID, lower case, 36 characters.
 * @param contentHash SHA-256 of the content, 64 lower-case hexadecimal characters.
 */
export function leafPreimage(proofId: string, contentHash: string): string {
  return `svc-leaf:v2:${proofId}:${contentHash}`;
}

/**
 * The leaf: 32 bytes. Parameters as for `leafPreimage`.
 *
 * @throws RangeError if the preimage does not have 113 ASCII bytes.
 */
export function leafHash(proofId: string, contentHash: string): Uint8Array {
  const text = leafPreimage(proofId, contentHash);
  // One buffer for all leaves: allocating one takes longer than the hash, measured. With multi-byte
  // characters, fewer characters fit and fewer are read.
  const { read } = encoder.encodeInto(text, preimage);
  if (text.length !== PREIMAGE_BYTES || read !== PREIMAGE_BYTES) {
    throw new RangeError(
      `expected a UUID and 64 hexadecimal characters, got a text of length=${text.length}`,
    );
  }
  return sha256(preimage);
}

// The text in an anchor transaction: docs/interface.md, "Portable proof", rule 2; docs/design/anchoring.md,
// "The transaction".

/** Bytes of a payload: the tag and 64 hexadecimal characters. */
export const PAYLOAD_BYTES = 71;

/**
 * The payload of a batch in ASCII, which is the whole input of its anchor transaction.
 *
 * @param root Merkle root, 64 lower-case hexadecimal characters.
 */
export function anchorPayload(root: string): string {
  return `svc:v2:${root}`;
}

/** The payload as transaction calldata: `0x` and the lower-case hexadecimal of its UTF-8 bytes. */
export function payloadCalldata(payload: string): `0x${string}` {
  return `0x${bytesToHex(new TextEncoder().encode(payload))}`;
}
