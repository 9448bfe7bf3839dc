/**
 * Rotation of `SVC_CUSTODY_KEY`: the keys of all originals are wrapped anew under the current key. The originals
 * themselves stay as they are. It may stop anywhere and begin again.
 */
import type { CustodyStore } from "../store/custody-store.js";
import type { ProofStore } from "../store/store.js";
import { type CustodyKeys, UnknownCustodyKeyError } from "./custody-keys.js";
import { rewrapKey } from "./object-encryption.js";
import { AuthenticationError } from "./segmented-aead.js";

const AT_ONCE = 100;

export interface Rewrapped {
  readonly rewrapped: number;
  /** Originals whose key cannot be unwrapped: its custody key was not given, or it is damaged. At least so many. */
  readonly unreadable: number;
}

export async function rewrapKeys(
  store: { readonly custody: CustodyStore; readonly proofs: Pick<ProofStore, "find"> },
  keys: CustodyKeys,
  signal?: AbortSignal,
): Promise<Rewrapped> {
  let rewrapped = 0;
  for (;;) {
    // What could not be rewrapped stands among the next ones again.
    const originals = await store.custody.wrappedOtherwise(keys.currentId, AT_ONCE);
    let progress = 0;
    let unreadable = 0;
    for (const original of originals) {
      signal?.throwIfAborted();
      const proof = await store.proofs.find(original.proofId);
      if (proof === null) continue;
      try {
        const key = rewrapKey(keys, { ...original, hash: proof.hash }, original);
        if (await store.custody.rewrap(original, key)) progress++;
      } catch (error) {
        if (!(error instanceof UnknownCustodyKeyError || error instanceof AuthenticationError)) throw error;
        unreadable++;
      }
    }
    rewrapped += progress;
    if (progress === 0 || originals.length < AT_ONCE) return { rewrapped, unreadable };
  }
}
