/**
 * Folds a leaf along its audit path: docs/formats/svc-proof-2.md, "Tree".
 *
 * The tree has the shape of RFC 6962 (an odd last node is promoted, never duplicated: CVE-2012-2459) without
 * its prefixes. A leaf's preimage has 113 bytes and a node's has 64, so they cannot be confused.
 *
 * Does not check the number of leaves, which the format does not state. Several indexes may therefore fit one
 * path (a path of one `left` item: 1 of 2 leaves, or 2 of 3). The root commits to the path, not to the index.
 */
import { bytesToHex, decodeHexInto } from "../encoding/hex.js";
import { sharedPairBlock } from "../hash/sha256.js";

/** Side of the sibling. */
export type SiblingPosition = "left" | "right";

/** One step of an audit path: the sibling at that level. */
export interface AuditPathItem {
  readonly position: SiblingPosition;
  /** 64 lower-case hexadecimal characters. */
  readonly hash: string;
}

/** Path items a verifier accepts. The service makes at most 20 (2^20 leaves a batch). */
export const MAX_PATH_ITEMS = 64;

/**
 * The root that a leaf and its path lead to.
 *
 * @param leaf 64 lower-case hexadecimal characters.
 * @returns the root, 64 lower-case hexadecimal characters.
 * @throws RangeError if a hash is not 64 lower-case hexadecimal characters.
 */
export function foldAuditPath(leaf: string, path: readonly AuditPathItem[]): string {
  if (leaf.length !== 64)
    throw new RangeError(`"leaf" expected 64 hexadecimal characters, got ${leaf.length}`);
  const block = sharedPairBlock();
  const bytes = block.bytes;
  // The running value occupies the half that the next sibling leaves free.
  let side = freeSide(path[0]);
  let valid = decodeHexInto(leaf, bytes, side);
  for (let i = 0; i < path.length; i++) {
    const hash = path[i]!.hash;
    valid = hash.length === 64 && decodeHexInto(hash, bytes, side === 0 ? 32 : 0) && valid;
    if (!valid) break;
    side = freeSide(path[i + 1]);
    block.hashInto(side);
  }
  if (!valid) throw new RangeError("expected 64 lower-case hexadecimal characters for each hash of the path");
  return bytesToHex(bytes, side, side + 32);
}

function freeSide(item: AuditPathItem | undefined): 0 | 32 {
  return item?.position === "left" ? 32 : 0;
}

/**
 * Whether the positions of a path agree with the index of the leaf: docs/formats/svc-proof-2.md, "Index
 * rule".
 *
 * Consumes the bits of the index from the lowest. A 1 requires a sibling on the `left`. A 0 requires one on
 * the `right`, or no item if the node is the odd last of its level and is promoted. A promoted node is also
 * the last of every level above, so only `left` items may follow.
 *
 * @param index position of the leaf in the batch, a safe integer of at least 0.
 */
export function indexAgreesWithPath(index: number, path: readonly AuditPathItem[]): boolean {
  let rest = index;
  let promoted = false;
  for (const { position } of path) {
    if (position === "right") {
      if (promoted || rest % 2 === 1) return false;
      rest = Math.floor(rest / 2);
      continue;
    }
    if (rest === 0) return false;
    while (rest % 2 === 0) {
      promoted = true;
      rest /= 2;
    }
    rest = (rest - 1) / 2;
  }
  return rest === 0;
}
