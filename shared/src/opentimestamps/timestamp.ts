/** Types, tags, limits, codes of `.ots`. */
import { hexToBytes } from "../bytes.js";

// An OpenTimestamps proof: a tree whose root is a message, whose edges are operations, and whose leaves are
// attestations of the resulting messages. Source: python-opentimestamps, `core/timestamp.py`.
//
// The messages are not stored: `replay` computes them from the first one.

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

// Tags of the binary format: python-opentimestamps, `core/op.py`, `core/notary.py`, `core/timestamp.py`.

/** The first 31 bytes of a detached file. Tools recognise it as binary data, and people can read it. */
export const DETACHED_MAGIC: Uint8Array = hexToBytes(
  "004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294",
);
export const MAJOR_VERSION = 1;

/** More branches follow this one. */
export const FORK_TAG = 0xff;
/** The branch is an attestation. */
export const ATTESTATION_TAG = 0x00;

export const OPERATION_TAGS: Readonly<Record<Operation["kind"], number>> = {
  append: 0xf0,
  prepend: 0xf1,
  reverse: 0xf2,
  hexlify: 0xf3,
  sha1: 0x02,
  ripemd160: 0x03,
  sha256: 0x08,
  keccak256: 0x67,
};

export const ATTESTATION_TAGS: Readonly<Record<"bitcoin" | "litecoin" | "pending", Uint8Array>> = {
  bitcoin: hexToBytes("0588960d73d71901"),
  litecoin: hexToBytes("06869a0d73d71b45"),
  pending: hexToBytes("83dfe30d2ef90c8e"),
};

/** The kind of attestation for an 8-byte tag, if known. */
export function attestationOfTag(tag: Uint8Array): keyof typeof ATTESTATION_TAGS | undefined {
  for (const kind of ["bitcoin", "pending", "litecoin"] as const) {
    const known = ATTESTATION_TAGS[kind];
    let at = 0;
    while (at < known.length && tag[at] === known[at]) at++;
    if (at === known.length) return kind;
  }
  return undefined;
}

/** The hash for a tag, if it is one. */
export function hashOfTag(tag: number): HashKind | undefined {
  if (tag === OPERATION_TAGS.sha256) return "sha256";
  if (tag === OPERATION_TAGS.sha1) return "sha1";
  if (tag === OPERATION_TAGS.ripemd160) return "ripemd160";
  return tag === OPERATION_TAGS.keccak256 ? "keccak256" : undefined;
}

// Limits of an OpenTimestamps proof. Those of the reference implementation (python-opentimestamps 0.4.5,
// `core/op.py`, `core/notary.py`, `core/timestamp.py`) are consensus: with other values, some proof would get
// another result than elsewhere. The last three are ours and bound what the reference leaves open.

/** Bytes of a message and of the result of an operation. */
export const MAX_MESSAGE_BYTES = 4096;

/** Bytes of the argument of `append` and `prepend`; at least one. */
export const MAX_ARGUMENT_BYTES = 4096;

/** Operations on the way to an attestation. The reference counts 256 messages. */
export const MAX_DEPTH = 255;

/** Bytes that identify the kind of an attestation. */
export const ATTESTATION_TAG_BYTES = 8;

/** Bytes of an attestation's payload. */
export const MAX_PAYLOAD_BYTES = 8192;

/** Bytes of a pending attestation's URI. */
export const MAX_URI_BYTES = 1000;

/** Largest block height, an `int` in Bitcoin Core. The reference sets no bound. */
export const MAX_HEIGHT: number = 2 ** 31 - 1;

/**
 * Bytes of one file or of one calendar's answer. A proof by one calendar takes about 1,300 bytes, so forty
 * calendars and as many more attestations fit.
 */
export const MAX_TIMESTAMP_BYTES = 131_072;

/**
 * Work of replaying one proof, in bytes: each operation counts `OPERATION_COST_BYTES` plus its message before
 * and after, times its factor in `OPERATION_WEIGHTS`. This is a hundred times the work of a usual proof.
 * Without this bound, a file of 17 kB could take half a second: one-byte operations, each a Keccak-256.
 */
export const MAX_REPLAY_BYTES = 1_048_576;
export const OPERATION_COST_BYTES = 64;

/**
 * Units of work (`WorkBudget`) of one attestation. They reflect the memory it takes until the report is made,
 * rather than its time: one verification holds at most 62,500 attestations, about 20 MB. Forty calendars make
 * eighty in one file.
 */
export const ATTESTATION_UNITS = 64;
/** Bytes to replay per unit: a block of SHA-256. */
export const REPLAY_BYTES_A_UNIT = 64;

/** Approximate cost of a hash relative to SHA-256, measured. All other operations count once. */
export const OPERATION_WEIGHTS: Readonly<Partial<Record<Operation["kind"], number>>> = {
  sha1: 2,
  ripemd160: 2,
  keccak256: 16,
};

/** Every error code of these parsers, one per malformation. */
export type TimestampErrorCode =
  /** The input has more than 131,072 bytes. */
  | "ots_too_large"
  /** The input does not begin as a detached file. */
  | "ots_bad_magic"
  | "ots_version_unsupported"
  /** The hash algorithm of the file's digest is unknown. */
  | "ots_file_hash_unknown"
  /** The input ends before the proof does. */
  | "ots_truncated"
  /** Bytes follow the proof. */
  | "ots_trailing_data"
  | "ots_operation_unknown"
  /** The argument of `append` or `prepend` is empty or has more than 4,096 bytes. */
  | "ots_argument_length"
  /** An operation results in a message of more than 4,096 bytes. */
  | "ots_message_too_long"
  /** More than 255 operations lead to one attestation. */
  | "ots_too_deep"
  /** Replaying would take more work than this library allows. */
  | "ots_too_costly"
  | "ots_payload_too_long"
  /** The payload of a known attestation is too short or too long. */
  | "ots_payload_malformed"
  | "ots_uri_too_long"
  | "ots_uri_malformed"
  | "ots_height_too_large"
  /** An integer has more bytes than its value needs. */
  | "ots_integer_not_minimal"
  /** An integer has more than five bytes. */
  | "ots_integer_too_large";
