/** What is attested: the message at each attestation of a proof. */
import { applyOperation, sha256OfPair } from "./apply-operation.js";
import { MAX_DEPTH, MAX_MESSAGE_BYTES } from "./limits.js";
import type { Attestation, BinaryOperation, Timestamp } from "./timestamp.js";

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
    if (depth > MAX_DEPTH) throw new RangeError(`"timestamp" expected at most ${MAX_DEPTH} operations`);
    const level = levelOf(node, message);
    if (level !== null) {
      const { kind, argument } = level.added;
      message = kind === "append" ? sha256OfPair(message, argument) : sha256OfPair(argument, message);
      node = level.next;
      depth++;
      continue;
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

/** One level of a Merkle tree. */
interface Level {
  readonly added: BinaryOperation;
  readonly next: Timestamp;
}

/**
 * The level, where a node has nothing but one: a hash is added to a hash, and both are hashed. Most of every proof is
 * levels, and what lies between the two operations is then not made: a quarter of the time, measured.
 */
function levelOf({ branches }: Timestamp, message: Uint8Array): Level | null {
  const [adding] = branches;
  if (branches.length !== 1 || adding === undefined || !("next" in adding) || message.length !== 32)
    return null;
  const { operation: added, next } = adding;
  const [hashing] = next.branches;
  if (!("argument" in added) || added.argument.length !== 32 || next.branches.length !== 1) return null;
  const isHashed = hashing !== undefined && "next" in hashing && hashing.operation.kind === "sha256";
  return isHashed ? { added, next: hashing.next } : null;
}
