/**
 * Proofs joined: two of the same message into one, and what a calendar has added into the proof that waited for it.
 *
 * Not checked here: that both are of the same message. The bounds of a proof are checked when it is written and
 * read again.
 */
import { bytesToHex } from "../encoding/hex.js";
import type { Attestation, Branch, Operation, Timestamp } from "./timestamp.js";

/**
 * One timestamp with the branches of both: those of `timestamp` first, in their order, equal ones once.
 *
 * @param timestamp of the same message as `addition`.
 */
export function mergeTimestamps(timestamp: Timestamp, addition: Timestamp): Timestamp {
  return merged([timestamp, addition]);
}

/** All at once: one after another would take quadratic time where one branch is repeated. */
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
 * The timestamp with more branches at some of its nodes.
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
