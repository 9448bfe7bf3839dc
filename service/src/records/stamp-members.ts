/** The members of a set of stamps as both stores keep them: digest and nonce of each, one after another. */
import { bytesToHex } from "@svc-proof/shared/encoding";
import { STAMP_NONCE_BYTES, type StampMember } from "./types.js";

const DIGEST_BYTES = 32;
const MEMBER_BYTES: number = DIGEST_BYTES + STAMP_NONCE_BYTES;

export function packMembers(members: readonly StampMember[]): Uint8Array {
  const packed = Buffer.alloc(members.length * MEMBER_BYTES);
  for (const [i, { digest, nonce }] of members.entries()) {
    if (nonce.length !== STAMP_NONCE_BYTES) {
      throw new RangeError(`a nonce expected ${STAMP_NONCE_BYTES} bytes, got ${nonce.length}`);
    }
    packed.set(digestBytes(digest), i * MEMBER_BYTES);
    packed.set(nonce, i * MEMBER_BYTES + DIGEST_BYTES);
  }
  return packed;
}

export function unpackMembers(packed: Uint8Array): StampMember[] {
  return Array.from({ length: packed.length / MEMBER_BYTES }, (_, i) => {
    const at = i * MEMBER_BYTES;
    const nonceAt = at + DIGEST_BYTES;
    return {
      digest: bytesToHex(packed, at, nonceAt),
      nonce: Uint8Array.from(packed.subarray(nonceAt, at + MEMBER_BYTES)),
    };
  });
}

/** @throws RangeError when the text is not a digest. */
export function digestBytes(digest: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(digest)) {
    throw new RangeError(`a digest expected 64 lower-case hexadecimal characters, got "${digest}"`);
  }
  return Buffer.from(digest, "hex");
}
