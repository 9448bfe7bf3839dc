/** Builds timestamps from sequences of operations and from this project's own paths. docs/formats/opentimestamps.md. */
import { hexToBytes } from "../encoding/hex.js";
import type { AuditPathItem } from "../merkle/audit-path.js";
import type { Operation, Timestamp } from "./timestamp.js";

const SHA256: Operation = Object.freeze({ kind: "sha256" });
const encoder = new TextEncoder();

/** A timestamp whose operations lead, one after another, to `end`. */
export function timestampAlong(operations: readonly Operation[], end: Timestamp): Timestamp {
  return operations.reduceRight<Timestamp>((next, operation) => ({ branches: [{ operation, next }] }), end);
}

/** From a leaf of a Merkle tree to its root, two operations per item. */
export function auditPathOperations(path: readonly AuditPathItem[]): Operation[] {
  return path.flatMap(({ position, hash }): Operation[] => [
    { kind: position === "left" ? "prepend" : "append", argument: hexToBytes(hash) },
    SHA256,
  ]);
}

/**
 * From a proof's content hash to its leaf: builds the text of the leaf's preimage and hashes it. Any
 * OpenTimestamps client can follow it from the original file without our code.
 *
 * @param proofId UUID, lower case.
 */
export function leafOperations(proofId: string): Operation[] {
  return [
    { kind: "hexlify" },
    { kind: "prepend", argument: encoder.encode(`svc-leaf:v2:${proofId}:`) },
    SHA256,
  ];
}
