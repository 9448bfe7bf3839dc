/**
 * Encrypts each original with a random key of its own. The store keeps that key wrapped. The original's identity is
 * bound to the ciphertext and to the wrapped key, so that neither can replace another original's. Once the wrapped key
 * is deleted, no copy of the blob can be read.
 */
import { randomBytes } from "node:crypto";
import type { OriginalRecord, WrappedKey } from "../records/types.js";
import type { OriginalKey } from "./authentication/hash-plaintext.js";
import type { CustodyKeys } from "./custody-keys.js";
import { encryptSegments } from "./segmented-aead.js";

/** What is known of an original before its bytes are read. */
export type OriginalIdentity = Pick<OriginalRecord, "objectId" | "proofId" | "accountId"> & {
  /** SHA-256 of the original, hexadecimal. */
  readonly hash: string;
};

/** An original that is being encrypted. */
export interface Encryption {
  readonly ciphertext: AsyncIterable<Uint8Array>;
  /** The wrapped key, once the size is known. */
  wrapKey(sizeBytes: number): WrappedKey;
}

export function encryptOriginal(
  keys: CustodyKeys,
  identity: OriginalIdentity,
  plaintext: AsyncIterable<Uint8Array>,
): Encryption {
  const key = randomBytes(32);
  return {
    ciphertext: encryptSegments(key, Buffer.from(contextOf(identity)), plaintext),
    wrapKey: (sizeBytes) => keys.wrap(key, keyContextOf(identity, sizeBytes)),
  };
}

/**
 * Unwraps an original's key.
 *
 * @throws UnknownCustodyKeyError
 * @throws AuthenticationError when the key is not the original's.
 */
export function originalKey(
  keys: CustodyKeys,
  identity: OriginalIdentity,
  { sizeBytes, key: wrapped }: Pick<OriginalRecord, "sizeBytes" | "key">,
): OriginalKey {
  const key = keys.unwrap(wrapped, keyContextOf(identity, sizeBytes));
  return { key, associatedData: Buffer.from(contextOf(identity)), sizeBytes };
}

/** The same key, wrapped under the current custody key. Throws as `originalKey`. */
export function rewrapKey(
  keys: CustodyKeys,
  identity: OriginalIdentity,
  { sizeBytes, key: wrapped }: Pick<OriginalRecord, "sizeBytes" | "key">,
): WrappedKey {
  const context = keyContextOf(identity, sizeBytes);
  return keys.wrap(keys.unwrap(wrapped, context), context);
}

function contextOf({ objectId, proofId, accountId, hash }: OriginalIdentity): string {
  return `svc-custody:1:${objectId}:${proofId}:${accountId}:${hash}`;
}

function keyContextOf(identity: OriginalIdentity, sizeBytes: number): string {
  return `${contextOf(identity)}:${sizeBytes}`;
}
