/**
 * Sets of stamps: digests that are bound to Bitcoin on their own account, such as those of issued tokens and of the
 * blocks of anchors (docs/design/opentimestamps.md, "Stamps").
 */

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

/** Digests that wait, about to become a set. */
export interface WaitingStamps {
  /** The number of the set to come. */
  readonly setNumber: number;
  /** Oldest first; at least one. */
  readonly digests: readonly string[];
}
