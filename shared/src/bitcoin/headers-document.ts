/**
 * Bitcoin headers as a file: `svc-bitcoin-headers/1` (JSON) or lines of text. See
 * docs/formats/bitcoin-headers.md.
 *
 * Does not check the work of the headers, nor whether they are on the main chain. If a header omits the hash
 * of its predecessor, the hash of the header before it is used.
 */
import { FormatError } from "../encoding/format-error.js";
import { bytesToHex, hexToBytes, isHex } from "../encoding/hex.js";
import { type JsonErrorCode, JsonReader } from "../encoding/json-reader.js";
import { WorkBudget } from "../work/work-budget.js";
import { type BlockHeader, HEADER_BYTES, parseBlockHeader } from "./block-header.js";
import { HEADERS_JSON_LIMITS } from "./limits.js";
import { EPOCH_BLOCKS } from "./retarget.js";

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
