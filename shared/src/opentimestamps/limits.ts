/**
 * Bounds of an OpenTimestamps proof. Those of the reference implementation (python-opentimestamps 0.4.5, `core/op.py`,
 * `core/notary.py`, `core/timestamp.py`) are consensus: another value would judge some proof otherwise than the rest
 * of the world. The last three are ours, for what the reference leaves open.
 */

import type { Operation } from "./timestamp.js";

/** Bytes of a message, and of the result of an operation. */
export const MAX_MESSAGE_BYTES = 4096;

/** Bytes of the argument of `append` and `prepend`; at least one. */
export const MAX_ARGUMENT_BYTES = 4096;

/** Operations one after another on the way to an attestation: the reference counts 256 messages. */
export const MAX_DEPTH = 255;

/** Bytes that name the kind of an attestation. */
export const ATTESTATION_TAG_BYTES = 8;

/** Bytes of the payload of an attestation. */
export const MAX_PAYLOAD_BYTES = 8192;

/** Bytes of the URI of a pending attestation. */
export const MAX_URI_BYTES = 1000;

/** A block height: what Bitcoin Core keeps in an `int`. The reference sets no bound. */
export const MAX_HEIGHT: number = 2 ** 31 - 1;

/**
 * Bytes of one file, or of one calendar's answer: a proof by one calendar takes about 1,300, so that forty calendars
 * and as many attestations again fit.
 */
export const MAX_TIMESTAMP_BYTES = 131_072;

/**
 * Work of replaying one proof, in bytes: each operation counts `OPERATION_COST_BYTES` and its message before and after,
 * as often as `OPERATION_WEIGHTS` says. It is a hundred times what a usual proof takes. Without a bound, a file of 17 kB
 * would take half a second: one-byte operations, each a Keccak-256.
 */
export const MAX_REPLAY_BYTES = 1_048_576;
export const OPERATION_COST_BYTES = 64;

/**
 * Units of work (`WorkBudget`) of one attestation, by what it keeps in memory until the report is made rather than by
 * its time: one verification holds at most 62,500 of them, some 20 MB. Forty calendars make eighty in one file.
 */
export const ATTESTATION_UNITS = 64;
/** Bytes to replay that are one unit: a block of SHA-256. */
export const REPLAY_BYTES_A_UNIT = 64;

/** How much longer a hash takes than SHA-256, roughly, measured. The other operations count once. */
export const OPERATION_WEIGHTS: Readonly<Partial<Record<Operation["kind"], number>>> = {
  sha1: 2,
  ripemd160: 2,
  keccak256: 16,
};
