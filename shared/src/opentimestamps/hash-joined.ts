/**
 * Appends and prepends in a row with a SHA-256 at their end, as around a transaction. The joined message is built in one
 * place that is used again: a message of its own for each step costs more than the hash of all.
 */
import { sha256 } from "../hash/sha256.js";
import type { Top } from "./climb.js";
import { MAX_MESSAGE_BYTES } from "./limits.js";
import type { Timestamp } from "./timestamp.js";

/** A message starts in the middle, so that there is room on both sides. */
const joined = new Uint8Array(2 * MAX_MESSAGE_BYTES);

/**
 * Joins, and hashes if a SHA-256 follows, regardless of depth; null if the node has no join as its only branch.
 *
 * @throws RangeError if the joined message has more than 4,096 bytes.
 */
export function hashJoined(node: Timestamp, message: Uint8Array, depth: number): Top | null {
  let at = node;
  let height = depth;
  let start = MAX_MESSAGE_BYTES;
  let end = start + message.length;
  for (; at.branches.length === 1; height++) {
    const branch = at.branches[0]!;
    if (!("next" in branch)) break;
    const { operation, next } = branch;
    if (operation.kind !== "append" && operation.kind !== "prepend") {
      if (operation.kind !== "sha256" || height === depth) break;
      return { node: next, message: sha256(joined.subarray(start, end)), depth: height + 1 };
    }
    if (height === depth) joined.set(message, start);
    const { argument } = operation;
    const length = end - start + argument.length;
    if (length > MAX_MESSAGE_BYTES) {
      throw new RangeError(`a message expected at most ${MAX_MESSAGE_BYTES} bytes, got ${length}`);
    }
    if (operation.kind === "append") {
      joined.set(argument, end);
      end += argument.length;
    } else {
      start -= argument.length;
      joined.set(argument, start);
    }
    at = next;
  }
  return height === depth ? null : { node: at, message: joined.slice(start, end), depth: height };
}
