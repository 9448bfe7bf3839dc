/** Limits of the parsers in this folder. */
import type { DerLimits } from "../der/index.js";

/**
 * Bytes of a response or token. Those of public authorities take 0.5 to 7 kB; one that carries the revocation lists of
 * its chain can take some hundreds.
 */
export const MAX_TIMESTAMP_RESPONSE_BYTES = 1_048_576;

/** A `TSTInfo` lies 12 deep in the response that is nested most, and has 5 levels of its own. */
export const RESPONSE_LIMITS: DerLimits = {
  maxBytes: MAX_TIMESTAMP_RESPONSE_BYTES,
  maxDepth: 32,
  maxElements: 65_536,
};

/** A request takes some 100 bytes; extensions are the only part of it that has no bound. */
export const REQUEST_LIMITS: DerLimits = { maxBytes: 16_384, maxDepth: 16, maxElements: 512 };

/** The content of a `TSTInfo`. */
export const TST_INFO_LIMITS: DerLimits = { maxBytes: 65_536, maxDepth: 24, maxElements: 4_096 };

/** Bytes of a nonce that is written: the longest hash and a sign. Those that are read may have any size. */
export const MAX_NONCE_BYTES = 65;

/** Elements of each list of a token: certificates, revocation data, attributes, algorithms. Authorities put in one to four. */
export const MAX_LISTED = 256;

/** Texts of a status that are reported, and bytes of its bits: CMP, which defines the most, has 27 bits. */
export const MAX_STATUS_TEXTS = 16;
export const MAX_FAILURE_BYTES = 8;
