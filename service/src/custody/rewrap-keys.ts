/**
 * Rotation of `SVC_CUSTODY_KEY`: the keys of all originals are rewrapped under the current key. The originals
 * themselves stay as they are. It may stop anywhere and begin again.
 */
import type { CustodyStore, ProofStore } from "../records/records.js";
import { type CustodyKeys, UnknownCustodyKeyError } from "./custody-keys.js";
import { rewrapKey } from "./object-encryption.js";
import { AuthenticationError } from "./segmented-aead.js";

const AT_ONCE = 20;

export interface Rewrapped {
  readonly rewrapped: number;
  /** Originals whose key cannot be unwrapped: its custody key was not given, or it is damaged. */
  readonly unreadable: number;
}

export async function rewrapKeys(
  store: { readonly custody: CustodyStore; readonly proofs: Pick<ProofStore, "find"> },
  keys: CustodyKeys,
  signal?: AbortSignal,
): Promise<Rewrapped> {
  let rewrapped = 0;
  const unreadable = new Set<string>();
  for (;;) {
    // Keys that could not be rewrapped are listed again and must not hide the others.
    const found = await store.custody.wrappedOtherwise(keys.currentId, AT_ONCE + unreadable.size);
    const originals = found.filter(({ objectId }) => !unreadable.has(objectId));
    if (originals.length === 0) return { rewrapped, unreadable: unreadable.size };
    for (const original of originals) {
      signal?.throwIfAborted();
      const proof = await store.proofs.find(original.proofId);
      try {
        const key = rewrapKey(keys, { ...original, hash: proof?.hash ?? "" }, original);
        if (await store.custody.rewrap(original, key)) rewrapped++;
      } catch (error) {
        if (!(error instanceof UnknownCustodyKeyError || error instanceof AuthenticationError)) throw error;
        unreadable.add(original.objectId);
      }
    }
  }
}
