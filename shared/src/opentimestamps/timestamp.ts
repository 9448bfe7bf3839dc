/**
 * An OpenTimestamps proof: a tree whose root is a message, whose edges are operations, and whose leaves are
 * attestations of the messages that the operations lead to. Source: python-opentimestamps, `core/timestamp.py`.
 *
 * Messages are not part of it: they follow from the first one (`replay`).
 */

/** Operations on a message alone. */
export type UnaryOperationKind = "reverse" | "hexlify" | HashKind;

/** Operations that are hashes; a detached file may be about a digest of any of them. */
export type HashKind = "sha1" | "ripemd160" | "sha256" | "keccak256";

/** An operation that adds 1 to 4,096 bytes. */
export interface BinaryOperation {
  readonly kind: "append" | "prepend";
  readonly argument: Uint8Array;
}

/** An edge. `hexlify` writes lower-case hexadecimal as ASCII. */
export type Operation = BinaryOperation | { readonly kind: UnaryOperationKind };

/** A leaf. */
export type Attestation =
  /** The message is the Merkle root of the block at that height. */
  | { readonly kind: "bitcoin" | "litecoin"; readonly height: number }
  /** A calendar has promised to complete it. The URI has the reference's alphabet and is otherwise not looked at. */
  | { readonly kind: "pending"; readonly uri: string }
  /** Another kind: 8 bytes that name it, and what it says. */
  | { readonly kind: "unknown"; readonly tag: Uint8Array; readonly payload: Uint8Array };

/** What may follow a message. */
export type Branch =
  | { readonly attestation: Attestation }
  | { readonly operation: Operation; readonly next: Timestamp };

/** A message's branches, at least one, in the order in which the file has them. */
export interface Timestamp {
  readonly branches: readonly Branch[];
}

/** A detached file (`.ots`): the digest of a file and what has become of it. */
export interface DetachedTimestamp {
  readonly hash: HashKind;
  readonly digest: Uint8Array;
  readonly timestamp: Timestamp;
}

/** Bytes of a digest. */
export const DIGEST_BYTES: Readonly<Record<HashKind, number>> = {
  sha1: 20,
  ripemd160: 20,
  sha256: 32,
  keccak256: 32,
};
