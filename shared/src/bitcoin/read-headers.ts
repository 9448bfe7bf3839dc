/** Documents, raw files and epoch files of headers. */
import { bytesToHex, FormatError, hexToBytes, isHex } from "../bytes.js";
import { type JsonErrorCode, JsonReader } from "../strict-json.js";
import { WorkBudget } from "../work.js";
import { CHECKPOINTS, type Checkpoints } from "./checkpoints.js";
import {
  type BlockHeader,
  EPOCH_BLOCKS,
  HEADER_BYTES,
  HEADERS_JSON_LIMITS,
  parseBlockHeader,
} from "./header.js";

// Bitcoin headers as a file: `svc-bitcoin-headers/1` (JSON) or lines of text. See
// docs/formats/bitcoin-headers.md.
//
// Does not check the work of the headers, nor whether they are on the main chain. If a header omits the hash
// of its predecessor, the hash of the header before it is used.

/** The member `format` of a headers document. */
export const HEADERS_FORMAT = "svc-bitcoin-headers/1";

/** Networks a document may name. Only the first has evidential value. */
export const BITCOIN_NETWORKS = ["bitcoin", "regtest"] as const;
/** The networks that a headers document may be about. */
export type BitcoinNetwork = (typeof BITCOIN_NETWORKS)[number];

/** Headers of consecutive blocks. */
export interface HeaderRun {
  readonly network: BitcoinNetwork;
  /** Height of the first header. */
  readonly height: number;
  readonly headers: readonly BlockHeader[];
}

/** Headers in one document: 26 epochs, a year. So long a run from the last checkpoint fits into one. */
export const MAX_HEADERS: number = 26 * EPOCH_BLOCKS;

/** Heights are signed 32-bit integers, as in Bitcoin Core. */
const MAX_HEIGHT = 2 ** 31 - 1;

const HEADER_HEX = 2 * HEADER_BYTES;
/** Without the 32-byte hash of the previous block. */
const SHORT_HEX = HEADER_HEX - 64;

/** Every error code of `parseHeaders`, one per malformation. */
export type HeadersErrorCode =
  | JsonErrorCode
  | "missing_field"
  | "unsupported_format"
  | "network_unknown"
  | "header_malformed"
  | "too_many_headers"
  | "no_headers"
  | "headers_line_malformed";

/** Characters read per unit of work. */
const CHARACTERS_PER_UNIT = 32;
/** Decoding a header, hashing it twice and keeping it takes about 8 µs. */
const UNITS_PER_HEADER = 32;

type Reader = JsonReader<HeadersErrorCode>;

/** Options of `parseHeaders`. */
export interface ParseHeadersOptions {
  /** The budget for characters and headers. Default: a new one. */
  readonly work?: WorkBudget | undefined;
}

/**
 * Parses headers in either form.
 *
 * @param input the bytes of the document, or its text.
 * @throws FormatError with a `HeadersErrorCode`, or `work_limit_exceeded`.
 */
export function parseHeaders(
  input: Uint8Array | string,
  { work = new WorkBudget() }: ParseHeadersOptions = {},
): HeaderRun[] {
  if (input.length > HEADERS_JSON_LIMITS.maxBytes) {
    const message = `expected at most ${HEADERS_JSON_LIMITS.maxBytes} bytes, got ${input.length}`;
    throw new FormatError<HeadersErrorCode>("too_large", message, HEADERS_JSON_LIMITS.maxBytes);
  }
  work.spend(Math.ceil(input.length / CHARACTERS_PER_UNIT));
  const first = typeof input === "string" ? input.trimStart().charCodeAt(0) : firstVisible(input);
  return first === 0x7b ? [parseDocument(input, work)] : parseLines(input, work);
}

/**
 * Encodes a document. All headers but the first omit the hash of their predecessor.
 *
 * @throws RangeError if there are no headers, or they do not form a chain.
 */
export function encodeHeaders({ network, height, headers }: HeaderRun): string {
  if (headers.length === 0) throw new RangeError(`"headers" expected at least one, got none`);
  const texts = headers.map(({ bytes, previousHash }, i) => {
    const before = headers[i - 1];
    if (before === undefined) return bytesToHex(bytes);
    if (!previousHash.every((byte, at) => byte === before.hash[at])) {
      throw new RangeError(`"headers" expected a chain, got one that breaks at ${height + i}`);
    }
    return bytesToHex(bytes, 0, 4) + bytesToHex(bytes, 36);
  });
  return JSON.stringify({ format: HEADERS_FORMAT, network, height, headers: texts });
}

function parseDocument(input: Uint8Array | string, work: WorkBudget): HeaderRun {
  const reader: Reader = new JsonReader(input, HEADERS_JSON_LIMITS);
  let format: string | undefined;
  let network: BitcoinNetwork | undefined;
  let height: number | undefined;
  let headers: readonly BlockHeader[] | undefined;
  const start = reader.position;
  reader.readObject((key) => {
    const at = reader.position;
    switch (key) {
      case "format":
        format = reader.readString();
        if (format !== HEADERS_FORMAT) reader.fail("unsupported_format", `expected "${HEADERS_FORMAT}"`, at);
        return;
      case "network": {
        const name = reader.readString();
        network = BITCOIN_NETWORKS.find((known) => known === name);
        if (network === undefined) {
          reader.fail("network_unknown", `expected one of ${BITCOIN_NETWORKS.join(", ")}`, at);
        }
        return;
      }
      case "height":
        height = reader.readInteger(0, MAX_HEIGHT - MAX_HEADERS);
        return;
      case "headers":
        headers = readHeaders(reader, work);
        return;
      default:
        reader.skipValue();
    }
  });
  if (format === undefined) missing(reader, "format", start);
  const run = {
    network: network ?? missing(reader, "network", start),
    height: height ?? missing(reader, "height", start),
    headers: headers ?? missing(reader, "headers", start),
  };
  reader.end();
  return run;
}

function readHeaders(reader: Reader, work: WorkBudget): readonly BlockHeader[] {
  const headers: BlockHeader[] = [];
  const start = reader.position;
  reader.readArray((index) => {
    const at = reader.position;
    if (index >= MAX_HEADERS) reader.fail("too_many_headers", `expected at most ${MAX_HEADERS} headers`, at);
    work.spend(UNITS_PER_HEADER);
    const text = reader.readString();
    const header = headerOf(text, headers.at(-1));
    if (header === null) {
      const short = index === 0 ? "" : ` or ${SHORT_HEX}`;
      return reader.fail(
        "header_malformed",
        `expected ${HEADER_HEX}${short} lower-case hexadecimal characters`,
        at,
      );
    }
    headers.push(header);
  });
  if (headers.length === 0) reader.fail("no_headers", "expected at least one header", start);
  return headers;
}

function headerOf(text: string, before: BlockHeader | undefined): BlockHeader | null {
  if (isHex(text, HEADER_HEX)) return parseBlockHeader(hexToBytes(text));
  if (before === undefined || !isHex(text, SHORT_HEX)) return null;
  return parseBlockHeader(hexToBytes(text.slice(0, 8) + bytesToHex(before.hash) + text.slice(8)));
}

/** Parses lines of `HEIGHT HEX160`, as copied from a node. Consecutive heights form one run. */
function parseLines(input: Uint8Array | string, work: WorkBudget): HeaderRun[] {
  const text = typeof input === "string" ? input : new TextDecoder().decode(input);
  const runs: { network: BitcoinNetwork; height: number; headers: BlockHeader[] }[] = [];
  let count = 0;
  let offset = 0;
  for (const line of text.split("\n")) {
    const words = line.trim();
    if (words !== "" && !words.startsWith("#")) {
      const match = /^(0|[1-9][0-9]{0,9})[ \t]+([0-9a-fA-F]{160})$/.exec(words);
      const height = Number(match?.[1]);
      if (match === null || height > MAX_HEIGHT) {
        throw new FormatError<HeadersErrorCode>(
          "headers_line_malformed",
          `expected a height and ${HEADER_HEX} hexadecimal characters`,
          offset,
        );
      }
      if (++count > MAX_HEADERS) {
        throw new FormatError<HeadersErrorCode>(
          "too_many_headers",
          `expected at most ${MAX_HEADERS} headers`,
          offset,
        );
      }
      work.spend(UNITS_PER_HEADER);
      const header = parseBlockHeader(hexToBytes(match[2]!.toLowerCase()));
      const run = runs.at(-1);
      if (run !== undefined && run.height + run.headers.length === height) run.headers.push(header);
      else runs.push({ network: "bitcoin", height, headers: [header] });
    }
    offset += line.length + 1;
  }
  if (count === 0) {
    throw new FormatError<HeadersErrorCode>("no_headers", "expected at least one header", 0);
  }
  return runs;
}

function firstVisible(bytes: Uint8Array): number | undefined {
  return bytes.find((byte) => byte > 0x20);
}

function missing(reader: Reader, field: string, at: number): never {
  return reader.fail("missing_field", `expected a field "${field}"`, at);
}

// Headers as nodes and wallets keep them: 80 bytes each, one after the other, without gaps. Electrum's file
// `blockchain_headers` is one that begins with Bitcoin's first block; it fills what it has not fetched with zeros.
//
// Does not check the work of the headers, nor whether they are on the main chain.

/** The error code of `parseRawHeaders`. */
export type RawHeadersErrorCode = "raw_headers_length";

/** Hashing a header twice and keeping it takes about 3 µs. */
const UNITS_PER_RAW_HEADER = 16;

/**
 * Parses raw headers of Bitcoin. Eighty zeros are no header and end a run.
 *
 * @param height of the first header.
 * @throws FormatError `raw_headers_length` unless the length is a multiple of 80, or `work_limit_exceeded`.
 */
export function parseRawHeaders(
  input: Uint8Array,
  height: number,
  { work = new WorkBudget() }: { readonly work?: WorkBudget | undefined } = {},
): HeaderRun[] {
  if (input.length % HEADER_BYTES !== 0) {
    throw new FormatError<RawHeadersErrorCode>(
      "raw_headers_length",
      `expected a multiple of ${HEADER_BYTES} bytes, got ${input.length}`,
      input.length - (input.length % HEADER_BYTES),
    );
  }
  work.spend((input.length / HEADER_BYTES) * UNITS_PER_RAW_HEADER);
  const runs: { network: "bitcoin"; height: number; headers: BlockHeader[] }[] = [];
  let run: (typeof runs)[number] | undefined;
  for (let at = 0; at < input.length; at += HEADER_BYTES) {
    const bytes = input.subarray(at, at + HEADER_BYTES);
    if (bytes.every((byte) => byte === 0)) {
      run = undefined;
      continue;
    }
    if (run === undefined) {
      run = { network: "bitcoin", height: height + at / HEADER_BYTES, headers: [] };
      runs.push(run);
    }
    run.headers.push(parseBlockHeader(bytes));
  }
  return runs;
}

// A whole difficulty epoch as a binary file: `/verify/bitcoin/<epoch>.bin`. The 80 bytes of the first header, then 48
// bytes for each of the other 2,015, without the hash of the previous block. See docs/formats/bitcoin-headers.md.
//
// The file does not state its epoch, and needs not: its first header names the last block of the epoch before.
//
// Does not check the work of the headers, nor whether they are on the main chain.

/** Bytes of a header without the hash of the previous block. */
export const SHORT_HEADER_BYTES = 48;
/** Bytes of an epoch file: 96,800. */
export const EPOCH_FILE_BYTES: number = HEADER_BYTES + (EPOCH_BLOCKS - 1) * SHORT_HEADER_BYTES;

/** The error code of `parseEpochFile`. */
export type EpochFileErrorCode = "epoch_file_length";

/** Where the hash of the previous block begins and ends in a header. */
const HASH_START = 4;
const HASH_END = 36;

/** The difficulty epoch of a height: that of Bitcoin's first block is 0. */
export function epochOfHeight(height: number): number {
  return Math.floor(height / EPOCH_BLOCKS);
}

/** Name of an epoch's file, such as `408.bin`. */
export function epochFileName(epoch: number): string {
  return `${epoch}.bin`;
}

/**
 * Parses an epoch file to its 2,016 headers. Each one's `previousHash` but the first's is the hash of the one before.
 *
 * @throws FormatError `epoch_file_length` unless it has 96,800 bytes, or `work_limit_exceeded`. Any 96,800 bytes are headers.
 */
export function parseEpochFile(
  input: Uint8Array,
  { work = new WorkBudget() }: { readonly work?: WorkBudget | undefined } = {},
): BlockHeader[] {
  if (input.length !== EPOCH_FILE_BYTES) {
    throw new FormatError<EpochFileErrorCode>(
      "epoch_file_length",
      `expected ${EPOCH_FILE_BYTES} bytes, got ${input.length}`,
      0,
    );
  }
  work.spend(EPOCH_BLOCKS * UNITS_PER_RAW_HEADER);
  const headers = [parseBlockHeader(input.subarray(0, HEADER_BYTES))];
  const bytes = new Uint8Array(HEADER_BYTES);
  for (let at = HEADER_BYTES; at < input.length; at += SHORT_HEADER_BYTES) {
    bytes.set(input.subarray(at, at + HASH_START));
    bytes.set(headers.at(-1)!.hash, HASH_START);
    bytes.set(input.subarray(at + HASH_START, at + SHORT_HEADER_BYTES), HASH_END);
    headers.push(parseBlockHeader(bytes));
  }
  return headers;
}

/**
 * Encodes an epoch file.
 *
 * @param headers the 2,016 headers of an epoch.
 * @throws RangeError if there are more or fewer, or they do not form a chain.
 */
export function encodeEpochFile(headers: readonly BlockHeader[]): Uint8Array {
  if (headers.length !== EPOCH_BLOCKS) {
    throw new RangeError(`"headers" expected ${EPOCH_BLOCKS}, got ${headers.length}`);
  }
  const file = new Uint8Array(EPOCH_FILE_BYTES);
  file.set(headers[0]!.bytes);
  for (const [i, { bytes, previousHash }] of headers.entries()) {
    if (i === 0) continue;
    const before = headers[i - 1]!;
    if (!previousHash.every((byte, at) => byte === before.hash[at])) {
      throw new RangeError(`"headers" expected a chain, got one that breaks at its header ${i}`);
    }
    const at = HEADER_BYTES + (i - 1) * SHORT_HEADER_BYTES;
    file.set(bytes.subarray(0, HASH_START), at);
    file.set(bytes.subarray(HASH_END), at + HASH_START);
  }
  return file;
}

// Finds the heights of epoch files, which do not state them. A file belongs after the checkpoint that its first header
// names, or after the known header that it names.

/**
 * The height of the first header of each file, null where nothing at hand says it.
 *
 * @param files the headers of each epoch file, as `parseEpochFile` returns them.
 * @param runs further headers at hand.
 */
export function placeEpochFiles(
  files: readonly (readonly BlockHeader[])[],
  runs: readonly HeaderRun[],
  checkpoints: Checkpoints = CHECKPOINTS,
): (number | null)[] {
  const nameOf = (headers: readonly BlockHeader[]) => bytesToHex(headers[0]!.previousHash);
  const waiting = new Map<string, number[]>();
  for (const [i, headers] of files.entries()) {
    const name = nameOf(headers);
    const same = waiting.get(name);
    if (same === undefined) waiting.set(name, [i]);
    else same.push(i);
  }
  const heights: (number | null)[] = files.map(() => null);
  const ends: { readonly hash: Uint8Array; readonly next: number }[] = [];
  for (const headers of files) {
    const { previousHash } = headers[0]!;
    const next = previousHash.every((byte) => byte === 0) ? 0 : checkpoints.heightAfter(previousHash);
    if (next !== null) ends.push({ hash: previousHash, next });
  }
  for (const { network, height, headers } of runs) {
    if (network !== "bitcoin") continue;
    const first = (EPOCH_BLOCKS - 1 - (height % EPOCH_BLOCKS) + EPOCH_BLOCKS) % EPOCH_BLOCKS;
    for (let at = first; at < headers.length; at += EPOCH_BLOCKS) {
      ends.push({ hash: headers[at]!.hash, next: height + at + 1 });
    }
  }
  // Each file is placed once, and then places what follows it.
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    const name = bytesToHex(end.hash);
    for (const i of waiting.get(name) ?? []) {
      heights[i] = end.next;
      ends.push({ hash: files[i]!.at(-1)!.hash, next: end.next + EPOCH_BLOCKS });
    }
    waiting.delete(name);
  }
  return heights;
}
