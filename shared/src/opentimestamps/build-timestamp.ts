/** Proofs made: operations one after another, and those of this project's own paths. docs/formats/opentimestamps.md. */
import { hexToBytes } from "../encoding/hex.js";
import type { AuditPathItem } from "../merkle/audit-path.js";
import type { Operation, Timestamp } from "./timestamp.js";

const SHA256: Operation = Object.freeze({ kind: "sha256" });
const encoder = new TextEncoder();

/** The timestamp of a message that the operations, one after another, lead to the message of `end`. */
export function timestampAlong(operations: readonly Operation[], end: Timestamp): Timestamp {
  return operations.reduceRight<Timestamp>((next, operation) => ({ branches: [{ operation, next }] }), end);
}

/** From a leaf of a Merkle tree to its root, two operations an item. */
export function auditPathOperations(path: readonly AuditPathItem[]): Operation[] {
  return path.flatMap(({ position, hash }): Operation[] => [
    { kind: position === "left" ? "prepend" : "append", argument: hexToBytes(hash) },
    SHA256,
  ]);
}

/**
 * From the content hash of a proof to its leaf: the text of the leaf's preimage, hashed. Any OpenTimestamps client
 * follows it from the original file, with none of our code.
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
