/** What is attested: the message at each attestation of a proof. */
import { applyOperation } from "./apply-operation.js";
import { climb } from "./climb.js";
import { MAX_DEPTH, MAX_MESSAGE_BYTES } from "./limits.js";
import type { Attestation, Timestamp } from "./timestamp.js";

/** An attestation, what it attests, and where it stands. */
export interface Attested {
  readonly attestation: Attestation;
  /** 1 to 4,096 bytes. For Bitcoin: the block's Merkle root as the header holds it, if the proof is true. */
  readonly message: Uint8Array;
  /** The message's node, of which the attestation is a branch: what `graft` takes. */
  readonly node: Timestamp;
  /** Operations from the first message to this one. */
  readonly depth: number;
}

/**
 * Applies all operations and gives every attestation with its message, in the order of the file.
 *
 * Whatever `parseTimestamp` and `parseDetachedTimestamp` accept can be replayed, within a few milliseconds.
 *
 * @param message the first message: a detached file's digest.
 * @throws RangeError when a message or the tree is larger than a parsed one can be.
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

/** Recurs at a fork only, so at most `MAX_DEPTH` times. */
function visit(first: Timestamp, firstMessage: Uint8Array, firstDepth: number, attested: Attested[]): void {
  let node: Timestamp | undefined = first;
  let message = firstMessage;
  for (let depth = firstDepth; node !== undefined; depth++) {
    if (depth > MAX_DEPTH) throw tooDeep();
    const top = climb(node, message, depth);
    if (top !== null) {
      ({ node, message, depth } = top);
      if (depth > MAX_DEPTH) throw tooDeep();
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
