/** Writes and merges OpenTimestamps files. */
import { bytesToHex, hexToBytes } from "../bytes.js";
import type { AuditPathItem } from "../merkle.js";
import {
  ATTESTATION_TAG,
  ATTESTATION_TAG_BYTES,
  ATTESTATION_TAGS,
  type Attestation,
  attestationOfTag,
  type Branch,
  DETACHED_MAGIC,
  type DetachedTimestamp,
  DIGEST_BYTES,
  FORK_TAG,
  MAJOR_VERSION,
  MAX_ARGUMENT_BYTES,
  MAX_DEPTH,
  MAX_HEIGHT,
  MAX_PAYLOAD_BYTES,
  MAX_TIMESTAMP_BYTES,
  MAX_URI_BYTES,
  OPERATION_TAGS,
  type Operation,
  type Timestamp,
} from "./timestamp.js";

/**
 * python-opentimestamps, `PendingAttestation.ALLOWED_URI_CHARS`: no character that could carry a query or
 * credentials.
 */
const URI = /^[-A-Za-z0-9._/:]*$/;

/** Whether a pending attestation may have this URI. Does not check that it belongs to a calendar. */
export function isCalendarUri(uri: string): boolean {
  return URI.test(uri);
}

// Encodes a proof to bytes; the inverse of parse.ts.

/**
 * Encodes a detached file.
 *
 * @throws RangeError if the parser would reject the result. The lengths of messages are not checked.
 */
export function encodeDetachedTimestamp({ hash, digest, timestamp }: DetachedTimestamp): Uint8Array {
  checkLength("digest", digest, DIGEST_BYTES[hash], DIGEST_BYTES[hash]);
  const out: number[] = [...DETACHED_MAGIC, MAJOR_VERSION, OPERATION_TAGS[hash], ...digest];
  writeTimestamp(out, timestamp, 0);
  return encoded(out);
}

/**
 * Encodes a bare timestamp, as calendars return it.
 *
 * @throws RangeError as `encodeDetachedTimestamp`.
 */
export function encodeTimestamp(timestamp: Timestamp): Uint8Array {
  const out: number[] = [];
  writeTimestamp(out, timestamp, 0);
  return encoded(out);
}

/**
 * Recurses once per operation, at most `MAX_DEPTH` times. Stops at the limit, because grafting the same
 * addition at many nodes could make the tree huge.
 */
function writeTimestamp(out: number[], { branches }: Timestamp, depth: number): void {
  if (branches.length === 0) throw new RangeError("expected a timestamp with at least one branch, got none");
  if (depth > MAX_DEPTH) throw new RangeError(`expected a timestamp with at most ${MAX_DEPTH} operations`);
  const last = branches.length - 1;
  for (const [index, branch] of branches.entries()) {
    if (index < last) out.push(FORK_TAG);
    if (out.length > MAX_TIMESTAMP_BYTES) throw tooLarge();
    if ("attestation" in branch) {
      out.push(ATTESTATION_TAG);
      writeAttestation(out, branch.attestation);
      continue;
    }
    const { operation, next } = branch;
    out.push(OPERATION_TAGS[operation.kind]);
    if ("argument" in operation) {
      checkLength("argument", operation.argument, 1, MAX_ARGUMENT_BYTES);
      writeBytes(out, operation.argument);
    }
    writeTimestamp(out, next, depth + 1);
  }
}

function encoded(out: readonly number[]): Uint8Array {
  if (out.length <= MAX_TIMESTAMP_BYTES) return Uint8Array.from(out);
  throw tooLarge();
}

function tooLarge(): RangeError {
  return new RangeError(`expected a timestamp of at most ${MAX_TIMESTAMP_BYTES} bytes`);
}

function writeAttestation(out: number[], attestation: Attestation): void {
  const payload: number[] = [];
  switch (attestation.kind) {
    case "unknown": {
      const { tag } = attestation;
      checkLength("tag", tag, ATTESTATION_TAG_BYTES, ATTESTATION_TAG_BYTES);
      checkLength("payload", attestation.payload, 0, MAX_PAYLOAD_BYTES);
      const kind = attestationOfTag(tag);
      if (kind !== undefined)
        throw new RangeError(`"tag" expected the tag of an unknown attestation, got that of ${kind}`);
      out.push(...tag);
      writeBytes(out, attestation.payload);
      return;
    }
    case "pending": {
      const { uri } = attestation;
      if (uri.length > MAX_URI_BYTES || !isCalendarUri(uri)) {
        throw new RangeError(`"uri" expected at most ${MAX_URI_BYTES} letters, digits and - . _ / :`);
      }
      writeBytes(
        payload,
        Uint8Array.from(uri, (character) => character.charCodeAt(0)),
      );
      break;
    }
    default: {
      const { height } = attestation;
      if (!(Number.isInteger(height) && height >= 0 && height <= MAX_HEIGHT)) {
        throw new RangeError(`"height" expected an integer from 0 to ${MAX_HEIGHT}, got ${height}`);
      }
      writeInteger(payload, height);
    }
  }
  out.push(...ATTESTATION_TAGS[attestation.kind]);
  writeBytes(out, Uint8Array.from(payload));
}

function writeBytes(out: number[], bytes: Uint8Array): void {
  writeInteger(out, bytes.length);
  for (const byte of bytes) out.push(byte);
}

function writeInteger(out: number[], value: number): void {
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) out.push((rest % 0x80) | 0x80);
  out.push(rest);
}

function checkLength(name: string, bytes: Uint8Array, min: number, max: number): void {
  if (bytes.length >= min && bytes.length <= max) return;
  throw new RangeError(`"${name}" expected ${min} to ${max} bytes, got length=${bytes.length}`);
}

/** Builds timestamps from sequences of operations and from this project's own paths. docs/formats/opentimestamps.md. */
const SHA256: Operation = Object.freeze({ kind: "sha256" });
const encoder = new TextEncoder();

/** A timestamp whose operations lead, one after another, to `end`. */
export function timestampAlong(operations: readonly Operation[], end: Timestamp): Timestamp {
  return operations.reduceRight<Timestamp>((next, operation) => ({ branches: [{ operation, next }] }), end);
}

/** From a leaf of a Merkle tree to its root, two operations per item. */
export function auditPathOperations(path: readonly AuditPathItem[]): Operation[] {
  return path.flatMap(({ position, hash }): Operation[] => [
    { kind: position === "left" ? "prepend" : "append", argument: hexToBytes(hash) },
    SHA256,
  ]);
}

/**
 * From a proof's content hash to its leaf: builds the text of the leaf's preimage and hashes it. Any
 * OpenTimestamps client can follow it from the original file without our code.
 *
 * @param proofId UUID, lower case.
 */
export function leafOperations(proofId: string): Operation[] {
  return [
    { kind: "hexlify" },
    { kind: "prepend", argument: encoder.encode(`svc-leaf:v2:${proofId}:`) },
    SHA256,
  ];
}

// Merges proofs: two of the same message, or a pending proof and what the calendar added to it.
//
// Does not check that both have the same message. The limits of a proof are checked when it is encoded and
// parsed again.

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
