/** Replays a proof: computes the message at each attestation. */
import { applyOperation } from "./apply-operation.js";
import { climb } from "./climb.js";
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

/** Recurses only at a fork, so at most `MAX_DEPTH` times. */
function visit(first: Timestamp, firstMessage: Uint8Array, firstDepth: number, attested: Attested[]): void {
  let node: Timestamp | undefined = first;
  let message = firstMessage;
  for (let depth = firstDepth; node !== undefined; depth++) {
    if (depth > MAX_DEPTH) throw tooDeep();
    let top = climb(node, message, depth) ?? hashJoined(node, message, depth);
    while (top !== null) {
      ({ node, message, depth } = top);
      if (depth > MAX_DEPTH) throw tooDeep();
      top = climb(node, message, depth) ?? hashJoined(node, message, depth);
    }
    const branches: Timestamp["branches"] = node.branches;
    const last = branches.length - 1;
    let following: Timestamp | undefined;
    let result = message;
    for (let i = 0; i <= last; i++) {
      const branch = branches[i]!;
      if ("attestation" in branch) {
        attested.push({ attestation: branch.attestation, message, node, depth });
      } else {
        result = applyOperation(branch.operation, message);
        if (i < last) visit(branch.next, result, depth + 1, attested);
        else following = branch.next;
      }
    }
    node = following;
    message = result;
  }
}

function tooDeep(): RangeError {
  return new RangeError(`"timestamp" expected at most ${MAX_DEPTH} operations`);
}
