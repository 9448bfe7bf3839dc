/**
 * A whole difficulty epoch as a binary file: `/verify/bitcoin/<epoch>.bin`. The 80 bytes of the first header, then 48
 * bytes for each of the other 2,015, without the hash of the previous block. See docs/formats/bitcoin-headers.md.
 *
 * The file does not state its epoch, and needs not: its first header names the last block of the epoch before.
 *
 * Does not check the work of the headers, nor whether they are on the main chain.
 */
import { FormatError } from "../encoding/format-error.js";
import { WorkBudget } from "../work/work-budget.js";
import { type BlockHeader, HEADER_BYTES, parseBlockHeader } from "./block-header.js";
import { EPOCH_BLOCKS } from "./retarget.js";

/** Bytes of a header without the hash of the previous block. */
export const SHORT_HEADER_BYTES = 48;
/** Bytes of an epoch file: 96,800. */
export const EPOCH_FILE_BYTES: number = HEADER_BYTES + (EPOCH_BLOCKS - 1) * SHORT_HEADER_BYTES;

/** The error code of `parseEpochFile`. */
export type EpochFileErrorCode = "epoch_file_length";

/** Hashing a header twice and keeping it takes about 3 µs. */
const UNITS_PER_HEADER = 16;
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
  work.spend(EPOCH_BLOCKS * UNITS_PER_HEADER);
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
