/**
 * Headers as nodes and wallets keep them: 80 bytes each, one after the other, without gaps. Electrum's file
 * `blockchain_headers` is one that begins with Bitcoin's first block; it fills what it has not fetched with zeros.
 *
 * Does not check the work of the headers, nor whether they are on the main chain.
 */
import { FormatError } from "../encoding/format-error.js";
import { WorkBudget } from "../work/work-budget.js";
import { type BlockHeader, HEADER_BYTES, parseBlockHeader } from "./block-header.js";
import type { HeaderRun } from "./headers-document.js";

/** The error code of `parseRawHeaders`. */
export type RawHeadersErrorCode = "raw_headers_length";

/** Hashing a header twice and keeping it takes about 3 µs. */
const UNITS_PER_HEADER = 16;

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
  work.spend((input.length / HEADER_BYTES) * UNITS_PER_HEADER);
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
