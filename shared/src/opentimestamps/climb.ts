/**
 * Climbs levels of Merkle trees: each appends or prepends a hash to a hash and hashes both, once or twice.
 * Most of every proof consists of such levels. They are computed in the memory of the hash function, without
 * allocating intermediates.
 */
import { sharedPairBlock } from "../hash/sha256.js";
import type { Timestamp } from "./timestamp.js";

const HASH_BYTES = 32;

/** Where a climb ended. */
export interface Top {
  readonly node: Timestamp;
  readonly message: Uint8Array;
  readonly depth: number;
}

/** One level: the added hash, its side, and the node after hashing. */
interface Level {
  readonly sibling: Uint8Array;
  /** Offsets of the message and of the sibling in the pair. */
  readonly side: 0 | 32;
  readonly otherSide: 0 | 32;
  readonly next: Timestamp;
}

/** Climbs as far as there are levels, regardless of depth; null if there are none. */
export function climb(node: Timestamp, message: Uint8Array, depth: number): Top | null {
  let level = message.length === HASH_BYTES ? levelAt(node) : null;
  if (level === null) return null;
  const pair = sharedPairBlock();
  pair.bytes.set(message, level.side);
  for (let height = depth; ; ) {
    pair.bytes.set(level.sibling, level.otherSide);
    const again = afterSha256(level.next);
    const next: Timestamp = again ?? level.next;
    const above = levelAt(next);
    const side = above === null ? 0 : above.side;
    pair.hashInto(side);
    if (again !== null) pair.hashAgain(side);
    height += again === null ? 2 : 3;
    if (above === null) return { node: next, message: pair.bytes.slice(0, HASH_BYTES), depth: height };
    level = above;
  }
}

function levelAt({ branches }: Timestamp): Level | null {
  if (branches.length !== 1) return null;
  const adding = branches[0]!;
  if (!("next" in adding)) return null;
  const { operation } = adding;
  if (!("argument" in operation) || operation.argument.length !== HASH_BYTES) return null;
  const next = afterSha256(adding.next);
  if (next === null) return null;
  return operation.kind === "append"
    ? { sibling: operation.argument, side: 0, otherSide: 32, next }
    : { sibling: operation.argument, side: 32, otherSide: 0, next };
}

/** The node after a SHA-256; null if the node has another operation or several branches. */
function afterSha256({ branches }: Timestamp): Timestamp | null {
  if (branches.length !== 1) return null;
  const hashing = branches[0]!;
  if (!("next" in hashing)) return null;
  return hashing.operation.kind === "sha256" ? hashing.next : null;
}
