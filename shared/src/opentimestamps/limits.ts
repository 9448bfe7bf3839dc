/**
 * Limits of an OpenTimestamps proof. Those of the reference implementation (python-opentimestamps 0.4.5,
 * `core/op.py`, `core/notary.py`, `core/timestamp.py`) are consensus: with other values, some proof would get
 * another result than elsewhere. The last three are ours and bound what the reference leaves open.
 */

import type { Operation } from "./timestamp.js";

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
