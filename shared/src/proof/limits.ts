/**
 * Bounds of a portable proof. A proof that the service writes has about 2,700 bytes at depth 20, with one anchor
 * and two attestations; each bound leaves room for ten times that and for fields that are not known yet.
 */
import type { JsonLimits } from "../encoding/json-reader.js";

export const PROOF_JSON_LIMITS: JsonLimits = {
  /** 64 KiB: a path of 64 items, 16 anchors and unknown fields fit twice. */
  maxBytes: 65_536,
  /** The known format nests 4 deep. */
  maxDepth: 16,
  maxMembers: 256,
};

/** Chains one batch may be anchored on. */
export const MAX_ANCHORS = 16;

/** Attestations of one proof. */
export const MAX_ATTESTATIONS = 16;

/** Characters (UTF-16 units) of `leaf.formula`, `payload`, `network`, and of an attestation's `type` and `state`. */
export const MAX_LABEL_LENGTH = 200;

/** EIP-2294 bounds a chain identifier at (2^53 - 1) / 2 - 36; any safe integer is read. */
export const MAX_CHAIN_ID: number = Number.MAX_SAFE_INTEGER;
