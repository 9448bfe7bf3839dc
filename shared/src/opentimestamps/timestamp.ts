/**
 * An OpenTimestamps proof: a tree whose root is a message, whose edges are operations, and whose leaves are
 * attestations of the resulting messages. Source: python-opentimestamps, `core/timestamp.py`.
 *
 * The messages are not stored: `replay` computes them from the first one.
 */

/** Operations without an argument. */
export type UnaryOperationKind = "reverse" | "hexlify" | HashKind;

/** Hash operations. A detached file may hold a digest of any of them. */
export type HashKind = "sha1" | "ripemd160" | "sha256" | "keccak256";

/** An operation that adds 1 to 4,096 bytes. */
export interface BinaryOperation {
  readonly kind: "append" | "prepend";
  /** The bytes that are put before or after the message. */
  readonly argument: Uint8Array;
}

/** An edge. `hexlify` writes lower-case hexadecimal as ASCII. */
export type Operation = BinaryOperation | { readonly kind: UnaryOperationKind };

/** A leaf of the tree. */
export type Attestation =
  /** The message is the Merkle root of the block at that height. */
  | { readonly kind: "bitcoin" | "litecoin"; readonly height: number }
  /** A calendar's promise to complete the proof. The URI has the reference's alphabet and is otherwise not checked. */
  | { readonly kind: "pending"; readonly uri: string }
  /** Another kind: its 8-byte tag and its payload. */
  | { readonly kind: "unknown"; readonly tag: Uint8Array; readonly payload: Uint8Array };

/** An edge or a leaf below a message. */
export type Branch =
  | { readonly attestation: Attestation }
  | { readonly operation: Operation; readonly next: Timestamp };

/** A message's branches, at least one, in file order. */
export interface Timestamp {
  readonly branches: readonly Branch[];
}

/** A detached file (`.ots`): the digest of a file and its timestamp. */
export interface DetachedTimestamp {
  readonly hash: HashKind;
  /** Of the file, by `hash`. */
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
