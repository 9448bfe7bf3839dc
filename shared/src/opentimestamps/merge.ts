/**
 * Merges proofs: two of the same message, or a pending proof and what the calendar added to it.
 *
 * Does not check that both have the same message. The limits of a proof are checked when it is encoded and
 * parsed again.
 */
import { bytesToHex } from "../bytes.js";
import type { Attestation, Branch, Operation, Timestamp } from "./timestamp.js";

/**
 * Merges two timestamps: the branches of `timestamp` first, in their order, and duplicates once.
 *
 * @param timestamp of the same message as `addition`.
 */
export function mergeTimestamps(timestamp: Timestamp, addition: Timestamp): Timestamp {
  return merged([timestamp, addition]);
}

/** Merges all at once: one by one would take quadratic time if a branch is repeated. */
function merged(timestamps: readonly Timestamp[]): Timestamp {
  const equals = new Map<string, [Branch, ...Branch[]]>();
  for (const { branches } of timestamps) {
    for (const branch of branches) {
      const key = keyOf(branch);
      const known = equals.get(key);
      if (known === undefined) equals.set(key, [branch]);
      else known.push(branch);
    }
  }
  const branches = [...equals.values()].map(([first, ...others]): Branch => {
    if ("attestation" in first) return first;
    const nexts = [first, ...others].flatMap((branch) => ("next" in branch ? [branch.next] : []));
    return { operation: first.operation, next: merged(nexts) };
  });
  return { branches };
}

/**
 * Adds branches at some nodes of a timestamp.
 *
 * @param additions by node (`Attested.node`), each of that node's message.
 *
 * @example
 * const [{ node }] = replay(timestamp, digest);
 * const completed = graft(timestamp, new Map([[node, parseTimestamp(answer, message.length)]]));
 */
export function graft(timestamp: Timestamp, additions: ReadonlyMap<Timestamp, Timestamp>): Timestamp {
  const branches = timestamp.branches.map(
    (branch): Branch =>
      "next" in branch ? { operation: branch.operation, next: graft(branch.next, additions) } : branch,
  );
  const addition = additions.get(timestamp);
  return addition === undefined ? { branches } : mergeTimestamps({ branches }, addition);
}

function keyOf(branch: Branch): string {
  return "attestation" in branch
    ? `attestation ${attestationKey(branch.attestation)}`
    : `operation ${operationKey(branch.operation)}`;
}

function operationKey(operation: Operation): string {
  return "argument" in operation ? `${operation.kind} ${bytesToHex(operation.argument)}` : operation.kind;
}

function attestationKey(attestation: Attestation): string {
  switch (attestation.kind) {
    case "pending":
      return `pending ${attestation.uri}`;
    case "unknown":
      return `unknown ${bytesToHex(attestation.tag)} ${bytesToHex(attestation.payload)}`;
    default:
      return `${attestation.kind} ${attestation.height}`;
  }
}
