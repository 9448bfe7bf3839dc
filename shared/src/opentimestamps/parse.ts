/** Reads `.ots`. */
import { FormatError } from "../bytes.js";
import type { WorkBudget } from "../work.js";
import { isCalendarUri } from "./encode.js";
import {
  ATTESTATION_TAG,
  ATTESTATION_TAG_BYTES,
  ATTESTATION_UNITS,
  type Attestation,
  attestationOfTag,
  type Branch,
  DETACHED_MAGIC,
  type DetachedTimestamp,
  DIGEST_BYTES,
  FORK_TAG,
  hashOfTag,
  MAJOR_VERSION,
  MAX_ARGUMENT_BYTES,
  MAX_DEPTH,
  MAX_HEIGHT,
  MAX_MESSAGE_BYTES,
  MAX_PAYLOAD_BYTES,
  MAX_REPLAY_BYTES,
  MAX_TIMESTAMP_BYTES,
  MAX_URI_BYTES,
  OPERATION_COST_BYTES,
  OPERATION_TAGS,
  OPERATION_WEIGHTS,
  type Operation,
  REPLAY_BYTES_A_UNIT,
  type Timestamp,
  type TimestampErrorCode,
} from "./timestamp.js";

// Reads bytes and integers of a proof in sequence: python-opentimestamps, `core/serialize.py`.

/** 7 bits a byte: five bytes hold every allowed length and height. */
const MAX_INTEGER_BYTES = 5;

/**
 * Reads from a copy of its input, so that later changes to the input do not affect the result. Parts of it
 * are not copied again.
 */
export class Reader {
  at = 0;
  readonly #bytes: Uint8Array;
  /** Offset of this input in the whole input, which is already copied. */
  readonly #start: number;
  /** The code to report if the input ends in the wrong place. */
  readonly #wrongEnd: TimestampErrorCode | undefined;

  constructor(bytes: Uint8Array, inside?: { readonly start: number; readonly wrongEnd: TimestampErrorCode }) {
    if (bytes.length > MAX_TIMESTAMP_BYTES) {
      throw new FormatError(
        "ots_too_large",
        `expected at most ${MAX_TIMESTAMP_BYTES} bytes, got ${bytes.length}`,
        MAX_TIMESTAMP_BYTES,
      );
    }
    this.#bytes = inside === undefined ? new Uint8Array(bytes) : bytes;
    this.#start = inside?.start ?? 0;
    this.#wrongEnd = inside?.wrongEnd;
  }

  fail(code: TimestampErrorCode, message: string, at: number): never {
    throw new FormatError(code, message, this.#start + at);
  }

  byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) return this.#truncated();
    this.at++;
    return byte;
  }

  /** The next bytes, as a view of the copy. */
  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.#bytes.length) this.#truncated();
    const part = this.#bytes.subarray(this.at, end);
    this.at = end;
    return part;
  }

  /** An unsigned integer, 7 bits a byte, lowest first (LEB128). */
  integer(): number {
    const start = this.at;
    let byte = this.byte();
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let factor = 0x80; byte >= 0x80; factor *= 0x80) {
      if (this.at - start === MAX_INTEGER_BYTES) {
        this.fail(
          "ots_integer_too_large",
          `expected an integer of at most ${MAX_INTEGER_BYTES} bytes`,
          start,
        );
      }
      byte = this.byte();
      value += (byte & 0x7f) * factor;
    }
    if (byte === 0) this.fail("ots_integer_not_minimal", "expected no leading zero in an integer", start);
    return value;
  }

  end(): void {
    if (this.at === this.#bytes.length) return;
    this.fail(this.#wrongEnd ?? "ots_trailing_data", "expected the end, got more bytes", this.at);
  }

  #truncated(): never {
    return this.fail(
      this.#wrongEnd ?? "ots_truncated",
      "expected more bytes, got the end",
      this.#bytes.length,
    );
  }
}

// Parses hostile bytes to a proof: detached files, and the bare timestamps that calendars return.
//
// Finds everything that can be wrong with a proof's form, including the length of every message, so replaying
// cannot fail. Each value has one encoding: an accepted input is encoded to the same bytes again. Time and
// memory are linear in the size of the input, and no function recurses.
//
// Does not check whether an attestation is true.

/** Operations without an argument: one object each, shared by all proofs. */
const UNARY: readonly (Operation | undefined)[] = (() => {
  const byTag: (Operation | undefined)[] = [];
  for (const kind of ["reverse", "hexlify", "sha1", "ripemd160", "sha256", "keccak256"] as const) {
    byTag[OPERATION_TAGS[kind]] = Object.freeze({ kind });
  }
  return byTag;
})();

/** Options of `parseDetachedTimestamp`. */
export interface ParseTimestampOptions {
  /**
   * The budget for attestations and for operations to replay, which many small files may share. Default:
   * nothing is counted.
   */
  readonly work?: WorkBudget | undefined;
}

/**
 * Parses a detached file (`.ots`). Source: python-opentimestamps, `DetachedTimestampFile.deserialize`.
 *
 * @throws FormatError with a `TimestampErrorCode`, or `work_limit_exceeded`.
 *
 * @example
 * const { hash, digest, timestamp } = parseDetachedTimestamp(bytes);
 */
export function parseDetachedTimestamp(
  bytes: Uint8Array,
  options: ParseTimestampOptions = {},
): DetachedTimestamp {
  const reader = new Reader(bytes);
  if (!isDetachedTimestamp(bytes)) {
    throw new FormatError("ots_bad_magic", "expected the first 31 bytes of an OpenTimestamps file", 0);
  }
  reader.at = DETACHED_MAGIC.length;
  const versionAt = reader.at;
  const version = reader.integer();
  if (version !== MAJOR_VERSION) {
    reader.fail("ots_version_unsupported", `expected version ${MAJOR_VERSION}, got ${version}`, versionAt);
  }
  const hashAt = reader.at;
  const hash = hashOfTag(reader.byte());
  if (hash === undefined)
    return reader.fail("ots_file_hash_unknown", "expected the tag of a hash operation", hashAt);
  const digest = reader.take(DIGEST_BYTES[hash]);
  const timestamp = readTimestamp(reader, digest.length, options.work);
  return { hash, digest, timestamp };
}

/** Whether the bytes begin as a detached file. */
export function isDetachedTimestamp(bytes: Uint8Array): boolean {
  return DETACHED_MAGIC.every((byte, at) => bytes[at] === byte);
}

/**
 * Parses a bare timestamp, as calendars return it: the branches of a message that both sides know.
 *
 * @param messageBytes length of that message, 1 to 4,096.
 * @throws FormatError with a `TimestampErrorCode`; RangeError if `messageBytes` is out of range.
 */
export function parseTimestamp(bytes: Uint8Array, messageBytes: number): Timestamp {
  if (!(Number.isInteger(messageBytes) && messageBytes >= 1 && messageBytes <= MAX_MESSAGE_BYTES)) {
    throw new RangeError(
      `"messageBytes" expected an integer from 1 to ${MAX_MESSAGE_BYTES}, got ${messageBytes}`,
    );
  }
  return readTimestamp(new Reader(bytes), messageBytes, undefined);
}

/** A message with more branches to come, and its distance from the first one. */
interface OpenMessage {
  readonly node: Node;
  readonly length: number;
  readonly depth: number;
}

/** A timestamp whose branches are being read. */
interface Node {
  branches: Branch[];
}

const NONE: Branch[] = [];

/** Most messages have one branch: a literal array of one takes a tenth of the memory of one that may grow, measured. */
function addBranch(node: Node, branch: Branch): void {
  if (node.branches === NONE) node.branches = [branch];
  else node.branches.push(branch);
}

/** Reads the branches of a message of `length` bytes to the end of the input. */
function readTimestamp(reader: Reader, firstLength: number, work: WorkBudget | undefined): Timestamp {
  const first: Node = { branches: NONE };
  const open: OpenMessage[] = [];
  let node = first;
  let length = firstLength;
  let depth = 0;
  let costBytes = 0;
  let attestations = 0;
  for (;;) {
    let at = reader.at;
    let tag = reader.byte();
    const isLast = tag !== FORK_TAG;
    if (!isLast) {
      at = reader.at;
      tag = reader.byte();
    }
    if (tag === ATTESTATION_TAG) {
      addBranch(node, { attestation: readAttestation(reader) });
      attestations++;
      if (!isLast) continue;
      const message = open.pop();
      if (message === undefined) break;
      ({ node, length, depth } = message);
      continue;
    }
    const operation = UNARY[tag] ?? readBinaryOperation(reader, tag, at);
    const next: Node = { branches: NONE };
    addBranch(node, { operation, next });
    if (!isLast) open.push({ node, length, depth });
    const resultLength = lengthAfter(operation, length);
    if (resultLength > MAX_MESSAGE_BYTES) {
      reader.fail(
        "ots_message_too_long",
        `expected a message of at most ${MAX_MESSAGE_BYTES} bytes, got ${resultLength}`,
        at,
      );
    }
    if (++depth > MAX_DEPTH) reader.fail("ots_too_deep", `expected at most ${MAX_DEPTH} operations`, at);
    const weight = OPERATION_WEIGHTS[operation.kind] ?? 1;
    costBytes += weight * (OPERATION_COST_BYTES + length + resultLength);
    if (costBytes > MAX_REPLAY_BYTES) {
      reader.fail("ots_too_costly", `expected at most ${MAX_REPLAY_BYTES} bytes to replay`, at);
    }
    node = next;
    length = resultLength;
  }
  reader.end();
  // One file is small enough to read before spending from the budget. Replaying follows later.
  work?.spend(attestations * ATTESTATION_UNITS + Math.ceil(costBytes / REPLAY_BYTES_A_UNIT));
  return first;
}

function readBinaryOperation(reader: Reader, tag: number, at: number): Operation {
  const kind =
    tag === OPERATION_TAGS.append ? "append" : tag === OPERATION_TAGS.prepend ? "prepend" : undefined;
  if (kind === undefined) {
    return reader.fail("ots_operation_unknown", `expected an operation, got tag ${tag}`, at);
  }
  const length = reader.integer();
  if (length === 0 || length > MAX_ARGUMENT_BYTES) {
    reader.fail(
      "ots_argument_length",
      `expected an argument of 1 to ${MAX_ARGUMENT_BYTES} bytes, got ${length}`,
      at,
    );
  }
  return { kind, argument: reader.take(length) };
}

function lengthAfter(operation: Operation, length: number): number {
  switch (operation.kind) {
    case "append":
    case "prepend":
      return length + operation.argument.length;
    case "reverse":
      return length;
    case "hexlify":
      return 2 * length;
    default:
      return DIGEST_BYTES[operation.kind];
  }
}

function readAttestation(reader: Reader): Attestation {
  const tag = reader.take(ATTESTATION_TAG_BYTES);
  const at = reader.at;
  const length = reader.integer();
  if (length > MAX_PAYLOAD_BYTES) {
    reader.fail(
      "ots_payload_too_long",
      `expected a payload of at most ${MAX_PAYLOAD_BYTES} bytes, got ${length}`,
      at,
    );
  }
  const start = reader.at;
  const payload = reader.take(length);
  const kind = attestationOfTag(tag);
  if (kind === undefined) return { kind: "unknown", tag, payload };
  return kind === "pending"
    ? { kind, uri: readPayload(payload, start, readUri) }
    : { kind, height: readPayload(payload, start, readHeight) };
}

/** Reads the whole payload of a known attestation. */
function readPayload<Value>(payload: Uint8Array, start: number, read: (reader: Reader) => Value): Value {
  const reader = new Reader(payload, { start, wrongEnd: "ots_payload_malformed" });
  const value = read(reader);
  reader.end();
  return value;
}

function readHeight(reader: Reader): number {
  const height = reader.integer();
  if (height > MAX_HEIGHT) {
    reader.fail("ots_height_too_large", `expected a height of at most ${MAX_HEIGHT}, got ${height}`, 0);
  }
  return height;
}

function readUri(reader: Reader): string {
  const length = reader.integer();
  if (length > MAX_URI_BYTES) {
    reader.fail("ots_uri_too_long", `expected a URI of at most ${MAX_URI_BYTES} bytes, got ${length}`, 0);
  }
  const at = reader.at;
  const uri = String.fromCharCode(...reader.take(length));
  if (!isCalendarUri(uri))
    reader.fail("ots_uri_malformed", "expected letters, digits and - . _ / : only", at);
  return uri;
}
