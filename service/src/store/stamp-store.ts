/**
 * The part of the `Store` port for stamps: digests that are bound to Bitcoin on their own account, such as those of
 * issued tokens and of the blocks of anchors (docs/design/opentimestamps.md, "Stamps").
 *
 * A digest waits until a set is made of it and of others that wait. A set is a Merkle tree whose root is attested like
 * the root of a batch. The members of a set never change, so each step in Bitcoin is one write for the whole set.
 */
import type { Attestation, BitcoinState, Lease } from "./store.js";

/** A member of a set. Its leaf is the SHA-256 of its digest and its nonce. */
export interface StampMember {
  /** 64 lower-case hexadecimal characters. */
  readonly digest: string;
  /** `STAMP_NONCE_BYTES` random bytes. */
  readonly nonce: Uint8Array;
}

export const STAMP_NONCE_BYTES = 16;

export interface StampSet {
  /** Position among all sets, from 1. */
  readonly number: number;
  /** Root of the tree over its members: 64 lower-case hexadecimal characters. */
  readonly root: string;
  readonly createdAt: Date;
}

/** A stamp and its set; null while the digest waits for one. */
export interface Stamp {
  readonly set: StampSet;
  /** In the order of the leaves. */
  readonly members: readonly StampMember[];
  /** Position of the digest among the members. */
  readonly index: number;
  readonly attestation: Attestation;
}

/** Digests that wait, about to become a set. */
export interface WaitingStamps {
  /** The number of the set to come. */
  readonly setNumber: number;
  /** Oldest first; at least one. */
  readonly digests: readonly string[];
}

export interface StampStore {
  /** Lets digests wait for a set. A digest that was requested before is left as it is. */
  request(digests: readonly string[]): Promise<void>;
  /**
   * The longest waiting digests, to make a set of under a lease; null when none waits.
   *
   * @throws LeaseLostError when a later lease of that name has looked.
   */
  peek(lease: Lease, limit: number): Promise<WaitingStamps | null>;
  /**
   * Makes a set, `pending` and due. False, and nothing changes, when a set of that number exists.
   *
   * @param members those that `peek` gave, in any order.
   * @throws LeaseLostError when a later lease of that name has looked at the waiting digests.
   */
  commit(
    lease: Lease,
    setNumber: number,
    set: { readonly root: string; readonly members: readonly StampMember[]; readonly createdAt: Date },
  ): Promise<boolean>;
  /** The stamp of a digest: `waiting` for a set, or in one; null when it was never requested. */
  find(digest: string): Promise<Stamp | "waiting" | null>;
  /**
   * Takes over, for a lease, the sets with a step due, longest due first. Writes to them under an earlier lease of that
   * name throw LeaseLostError from then on.
   */
  takeDue(
    lease: Lease,
    now: Date,
    limit: number,
  ): Promise<readonly { readonly set: StampSet; readonly attestation: Attestation }[]>;
  /** Replaces the attestation of a set. False, and nothing changes, when its state is not `from`. */
  replace(lease: Lease, setNumber: number, from: BitcoinState, attestation: Attestation): Promise<boolean>;
  /** The lowest block at or above a height in which a set is confirmed; null when there is none. */
  lowestBlock(fromHeight: number): Promise<number | null>;
}
