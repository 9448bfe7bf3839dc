/**
 * Limits of a portable proof. The service writes about 2,700 bytes at depth 20, with one anchor and two
 * attestations. Each limit allows ten times that, plus unknown fields.
 */
import type { JsonLimits } from "../encoding/json-reader.js";

/** What the JSON of a portable proof may have at most: bytes, depth of nesting, members of one object or array. */
export const PROOF_JSON_LIMITS: JsonLimits = {
  /** 64 KiB: twice the size of a path of 64 items, 16 anchors and unknown fields. */
  maxBytes: 65_536,
  /** The known format has a depth of 4. */
  maxDepth: 16,
  maxMembers: 256,
};

/** Chains on which one batch may be anchored. */
export const MAX_ANCHORS = 16;

/** Attestations of one proof. */
export const MAX_ATTESTATIONS = 16;

/** Characters (UTF-16 units) of `leaf.formula`, `payload`, `network`, and of an attestation's `type` and `state`. */
export const MAX_LABEL_LENGTH = 200;

/** EIP-2294 limits a chain identifier to (2^53 - 1) / 2 - 36. The parser accepts any safe integer. */
export const MAX_CHAIN_ID: number = Number.MAX_SAFE_INTEGER;
