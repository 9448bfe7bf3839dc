import type { Attested } from "./replay.js";
import type { Timestamp } from "./timestamp.js";

/**
 * The one way that leads from a timestamp's message to an attestation of it, without its other branches. Every byte of a
 * file of it counts: a changed one leads elsewhere.
 *
 * @param attested of `timestamp`, as `replay` gives it.
 * @throws RangeError if it is not of this timestamp.
 */
export function singleWay(timestamp: Timestamp, { node, attestation }: Attested): Timestamp {
  const way = wayTo(timestamp, node, { branches: [{ attestation }] });
  if (way === null) throw new RangeError('"attested" expected an attestation of the timestamp');
  return way;
}

/** Recurses as deep as the tree, which its parser bounds. */
function wayTo(from: Timestamp, node: Timestamp, end: Timestamp): Timestamp | null {
  if (from === node) return end;
  for (const branch of from.branches) {
    if (!("next" in branch)) continue;
    const next = wayTo(branch.next, node, end);
    if (next !== null) return { branches: [{ operation: branch.operation, next }] };
  }
  return null;
}
