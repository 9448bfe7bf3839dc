/**
 * The Merkle tree of a batch: builds it, makes audit paths, checks them.
 *
 * @module
 */

import { bytesToHex, decodeHexInto } from "./bytes.js";
import { sha256Pairs, sharedPairBlock } from "./sha256.js";

// A Merkle tree over 32-byte leaves. Each level is one flat array: docs/formats/svc-proof-2.md, "Tree".

/** Maximum leaves of one batch: docs/formats/svc-proof-2.md, "Tree". */
export const MAX_LEAVES: number = 2 ** 20;

/** Bytes of a leaf or node. */
export const NODE_BYTES = 32;

/** Maximum items of an audit path in a tree of `MAX_LEAVES`. */
export const MAX_DEPTH = 20;

/** The raw audit path of a leaf, as `MerkleTree.readPath` writes it. */
export interface RawAuditPath {
  /** Number of items. */
  length: number;
  /** Bit i is set if the sibling of item i is on the left. */
  leftMask: number;
  /** The siblings, 32 bytes each, from the leaf upwards; at least 640 bytes. */
  readonly siblings: Uint8Array;
}

/** A reusable buffer for the raw audit path of any leaf. */
export function newRawAuditPath(): RawAuditPath {
  return { length: 0, leftMask: 0, siblings: new Uint8Array(MAX_DEPTH * NODE_BYTES) };
}

/** A complete tree. It takes 64 bytes of memory per leaf, the leaves included. */
export class MerkleTree {
  /** Levels from the leaves upwards, the root last. Each holds adjacent values of 32 bytes. */
  readonly levels: readonly Uint8Array[];
  readonly leafCount: number;
  readonly #words: readonly Int32Array[];

  /**
   * Builds the tree.
   *
   * @param leaves adjacent leaf values of 32 bytes, 1 to 2^20 of them. Kept, not copied.
   * @throws RangeError if the length is not such a multiple.
   */
  constructor(leaves: Uint8Array) {
    if (leaves.length === 0 || leaves.length % NODE_BYTES !== 0 || leaves.length > MAX_LEAVES * NODE_BYTES) {
      throw new RangeError(
        `"leaves" expected 1 to ${MAX_LEAVES} values of 32 bytes, got length=${leaves.length}`,
      );
    }
    // Paths are read as 32-bit words, so an unaligned view is copied.
    const { buffer, byteOffset, length } = leaves;
    // A plain view: a Buffer's own slice() does not copy.
    const view = new Uint8Array(buffer, byteOffset, length);
    const levels = [byteOffset % 4 === 0 ? view : view.slice()];
    for (let below = levels[0]!; below.length > NODE_BYTES; below = levels.at(-1)!)
      levels.push(parentsOf(below));
    this.levels = levels;
    this.leafCount = leaves.length / NODE_BYTES;
    this.#words = levels.map((level) => new Int32Array(level.buffer, level.byteOffset, level.length / 4));
  }

  /** A copy of the root, 32 bytes. */
  get root(): Uint8Array {
    return this.levels.at(-1)!.slice();
  }

  /**
   * Reads the raw audit path of a leaf without allocating.
   *
   * @throws RangeError if there is no such leaf.
   */
  readPath(index: number, target: RawAuditPath): void {
    this.#checkIndex(index);
    const siblings = target.siblings;
    const out = new Int32Array(siblings.buffer, siblings.byteOffset, siblings.length >> 2);
    this.#copyPath(index, target, out);
  }

  /**
   * Reads the audit paths of all leaves in order into `target`. `onPath` sees each one before the next
   * overwrites it.
   */
  readAllPaths(target: RawAuditPath, onPath: (index: number, path: RawAuditPath) => void): void {
    const siblings = target.siblings;
    const out = new Int32Array(siblings.buffer, siblings.byteOffset, siblings.length >> 2);
    for (let index = 0; index < this.leafCount; index++) {
      this.#copyPath(index, target, out);
      onPath(index, target);
    }
  }

  /**
   * The audit path of a leaf, as in a portable proof.
   *
   * @throws RangeError if there is no such leaf.
   */
  path(index: number): AuditPathItem[] {
    this.#checkIndex(index);
    const items: AuditPathItem[] = [];
    for (let level = 0, at = index; level < this.levels.length - 1; level++, at >>>= 1) {
      const values = this.levels[level]!;
      const sibling = (at ^ 1) * NODE_BYTES;
      if (sibling >= values.length) continue;
      items.push({
        position: at & 1 ? "left" : "right",
        hash: bytesToHex(values, sibling, sibling + NODE_BYTES),
      });
    }
    return items;
  }

  #copyPath(index: number, target: RawAuditPath, out: Int32Array): void {
    const words = this.#words;
    const last = words.length - 1;
    let at = index;
    let to = 0;
    let leftMask = 0;
    for (let level = 0; level < last; level++, at >>>= 1) {
      const values = words[level]!;
      const from = (at ^ 1) << 3;
      if (from >= values.length) continue;
      leftMask |= (at & 1) << (to >> 3);
      // Word by word: calling a typed array's own copy for 32 bytes is 4x slower, measured.
      out[to] = values[from]!;
      out[to + 1] = values[from + 1]!;
      out[to + 2] = values[from + 2]!;
      out[to + 3] = values[from + 3]!;
      out[to + 4] = values[from + 4]!;
      out[to + 5] = values[from + 5]!;
      out[to + 6] = values[from + 6]!;
      out[to + 7] = values[from + 7]!;
      to += 8;
    }
    target.length = to >> 3;
    target.leftMask = leftMask;
  }

  #checkIndex(index: number): void {
    if (!Number.isInteger(index) || index < 0 || index >= this.leafCount) {
      throw new RangeError(`"index" expected an integer from 0 to ${this.leafCount - 1}, got ${index}`);
    }
  }
}

/**
 * The level above: pairs are hashed, an odd last value is promoted unchanged.
 *
 * @param below the values of one level, 32 bytes each, at least one.
 */
export function parentsOf(below: Uint8Array): Uint8Array {
  const paired = below.length - (below.length % (2 * NODE_BYTES));
  const above = new Uint8Array(paired / 2 + (below.length - paired));
  sha256Pairs(below.subarray(0, paired), above.subarray(0, paired / 2));
  above.set(below.subarray(paired), paired / 2);
  return above;
}

// Folds a leaf along its audit path: docs/formats/svc-proof-2.md, "Tree".
//
// The tree has the shape of RFC 6962 (an odd last node is promoted, never duplicated: CVE-2012-2459) without
// its prefixes. A leaf's preimage has 113 bytes and a node's has 64, so they cannot be confused.
//
// Does not check the number of leaves, which the format does not state. Several indexes may therefore fit one
// path (a path of one `left` item: 1 of 2 leaves, or 2 of 3). The root commits to the path, not to the index.

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
