/**
 * OpenTimestamps files (`.ots`): parses, replays, merges and writes them.
 *
 * @module
 */

export {
  auditPathOperations,
  encodeDetachedTimestamp,
  encodeTimestamp,
  graft,
  leafOperations,
  mergeTimestamps,
  timestampAlong,
} from "./encode.js";
export {
  isDetachedTimestamp,
  type ParseTimestampOptions,
  parseDetachedTimestamp,
  parseTimestamp,
} from "./parse.js";
export type {
  Attestation,
  BinaryOperation,
  Branch,
  DetachedTimestamp,
  HashKind,
  Operation,
  Timestamp,
  TimestampErrorCode,
  UnaryOperationKind,
} from "./timestamp.js";
export { MAX_TIMESTAMP_BYTES } from "./timestamp.js";
export { type Attested, applyOperation, replay, singleWay } from "./walk.js";
