/** Replays a proof: computes the message at each attestation. */
import { applyOperation } from "./apply-operation.js";
import { climb, type Top } from "./climb.js";
import { hashJoined } from "./hash-joined.js";
import { MAX_DEPTH, MAX_MESSAGE_BYTES } from "./limits.js";
import type { Attestation, Timestamp } from "./timestamp.js";

/** An attestation, its message and its place in the tree. */
export interface Attested {
  readonly attestation: Attestation;
  /** 1 to 4,096 bytes. For Bitcoin: if the proof is true, the block's Merkle root in header order. */
  readonly message: Uint8Array;
  /** The node that has the attestation as a branch; `graft` takes it. */
  readonly node: Timestamp;
  /** Operations from the first message to this one. */
  readonly depth: number;
}

/**
 * Applies all operations and returns every attestation with its message, in the order of the file.
 *
 * Anything `parseTimestamp` and `parseDetachedTimestamp` accept can be replayed within a few milliseconds.
 *
 * @param message the first message: a detached file's digest.
 * @throws RangeError if a message or the tree is larger than the parser allows.
 *
 * @example
 * const { digest, timestamp } = parseDetachedTimestamp(bytes);
 * for (const { attestation, message } of replay(timestamp, digest)) console.log(attestation.kind, message);
 */
export function replay(timestamp: Timestamp, message: Uint8Array): Attested[] {
  if (message.length === 0 || message.length > MAX_MESSAGE_BYTES) {
    throw new RangeError(`"message" expected 1 to ${MAX_MESSAGE_BYTES} bytes, got length=${message.length}`);
  }
  const attested: Attested[] = [];
  visit(timestamp, message, 0, attested);
  return attested;
}

/** Recurses at most `MAX_DEPTH` times. */
function visit(first: Timestamp, firstMessage: Uint8Array, firstDepth: number, attested: Attested[]): void {
  let node = first;
  let message = firstMessage;
  let depth = firstDepth;
  for (;;) {
    if (depth > MAX_DEPTH) throw new RangeError(`"timestamp" expected at most ${MAX_DEPTH} operations`);
    const top: Top | null = climb(node, message, depth) ?? hashJoined(node, message, depth);
    if (top === null) break;
    ({ node, message, depth } = top);
  }
  for (const branch of node.branches) {
    if ("attestation" in branch) attested.push({ attestation: branch.attestation, message, node, depth });
    else visit(branch.next, applyOperation(branch.operation, message), depth + 1, attested);
  }
}
