/** Operations, replay, climb, the single way. */

import { ripemd160, sha1 } from "@noble/hashes/legacy.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { sha256, sharedPairBlock } from "../sha256.js";
import {
  type Attestation,
  MAX_DEPTH,
  MAX_MESSAGE_BYTES,
  type Operation,
  type Timestamp,
} from "./timestamp.js";

/** Applies operations to messages: python-opentimestamps, `core/op.py`. */
const HEX_DIGITS: Uint8Array = Uint8Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));

/**
 * The result of an operation.
 *
 * @throws RangeError if the result has more than 4,096 bytes.
 */
export function applyOperation(operation: Operation, message: Uint8Array): Uint8Array {
  switch (operation.kind) {
    case "sha256":
      return sha256(message);
    case "append":
      return joined(message, operation.argument);
    case "prepend":
      return joined(operation.argument, message);
    case "reverse":
      return message.slice().reverse();
    case "hexlify":
      return hexlified(message);
    case "sha1":
      return sha1(message);
    case "ripemd160":
      return ripemd160(message);
    case "keccak256":
      return keccak_256(message);
  }
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const result = newMessage(left.length + right.length);
  result.set(left);
  result.set(right, left.length);
  return result;
}

function hexlified(message: Uint8Array): Uint8Array {
  const result = newMessage(2 * message.length);
  for (let at = 0; at < message.length; at++) {
    const byte = message[at]!;
    result[2 * at] = HEX_DIGITS[byte >> 4]!;
    result[2 * at + 1] = HEX_DIGITS[byte & 15]!;
  }
  return result;
}

function newMessage(length: number): Uint8Array {
  if (length > MAX_MESSAGE_BYTES) {
    throw new RangeError(`expected a message of at most ${MAX_MESSAGE_BYTES} bytes, got ${length}`);
  }
  return new Uint8Array(length);
}

/**
 * Climbs levels of Merkle trees: each appends or prepends a hash to a hash and hashes both, once or twice.
 * Most of every proof consists of such levels. They are computed in the memory of the hash function, without
 * allocating intermediates.
 */
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

// Appends and prepends in a row with a SHA-256 at their end, as around a transaction. The joined message is built in one
// place that is used again: a message of its own for each step costs more than the hash of all.

/** A message starts in the middle, so that there is room on both sides. */
const JOINED = new Uint8Array(2 * MAX_MESSAGE_BYTES);

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
      return { node: next, message: sha256(JOINED.subarray(start, end)), depth: height + 1 };
    }
    if (height === depth) JOINED.set(message, start);
    const { argument } = operation;
    const length = end - start + argument.length;
    if (length > MAX_MESSAGE_BYTES) {
      throw new RangeError(`a message expected at most ${MAX_MESSAGE_BYTES} bytes, got ${length}`);
    }
    if (operation.kind === "append") {
      JOINED.set(argument, end);
      end += argument.length;
    } else {
      start -= argument.length;
      JOINED.set(argument, start);
    }
    at = next;
  }
  return height === depth ? null : { node: at, message: JOINED.slice(start, end), depth: height };
}

// Replays a proof: computes the message at each attestation.

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

/** Recurses at most `MAX_DEPTH` times. */
function visit(first: Timestamp, firstMessage: Uint8Array, firstDepth: number, attested: Attested[]): void {
  let node = first;
  let message = firstMessage;
  let depth = firstDepth;
  for (;;) {
    if (depth > MAX_DEPTH) throw new RangeError(`"timestamp" expected at most ${MAX_DEPTH} operations`);
    const top: Top | null = climb(node, message, depth) ?? hashJoined(node, message, depth);
    if (top === null) break;
    ({ node, message, depth } = top);
  }
  for (const branch of node.branches) {
    if ("attestation" in branch) attested.push({ attestation: branch.attestation, message, node, depth });
    else visit(branch.next, applyOperation(branch.operation, message), depth + 1, attested);
  }
}

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
