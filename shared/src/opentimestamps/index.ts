/**
 * OpenTimestamps files (`.ots`): parses, replays, merges and writes them.
 *
 * @module
 */

export { applyOperation } from "./apply-operation.js";
export { auditPathOperations, leafOperations, timestampAlong } from "./build-timestamp.js";
export { encodeDetachedTimestamp, encodeTimestamp } from "./encode-timestamp.js";
export type { TimestampErrorCode } from "./error-code.js";
export { MAX_TIMESTAMP_BYTES } from "./limits.js";
export { graft, mergeTimestamps } from "./merge-timestamps.js";
export {
  isDetachedTimestamp,
  type ParseTimestampOptions,
  parseDetachedTimestamp,
  parseTimestamp,
} from "./parse-timestamp.js";
export { type Attested, replay } from "./replay.js";
export { singleWay } from "./single-way.js";
export type {
  Attestation,
  BinaryOperation,
  Branch,
  DetachedTimestamp,
  HashKind,
  Operation,
  Timestamp,
  UnaryOperationKind,
} from "./timestamp.js";
