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

/**
 * Bytes of a serial number or a nonce. RFC 3161 asks for serial numbers of up to 160 bits; authorities draw nonces of
 * as many bits as the hash has, and one more byte keeps them from being negative.
 */
export const MAX_INTEGER_BYTES = 65;

/** Certificates of one token, and revocation lists or responses; authorities put in one to four. */
export const MAX_CERTIFICATES = 32;
export const MAX_REVOCATION_DATA = 16;

/** Attributes of a signer, and identifiers of certificates in one. */
export const MAX_ATTRIBUTES = 64;
export const MAX_ESS_CERT_IDS = 32;

/** Texts of a status. */
export const MAX_STATUS_TEXTS = 16;
