/**
 * The text in an anchor transaction: docs/interface.md, "Portable proof", rule 2; docs/design/anchoring.md,
 * "The transaction".
 */
import { bytesToHex } from "../encoding/hex.js";

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
