/**
 * Reads of a file of raw 80-byte headers what the attestations need. Such files are large: Electrum's
 * `blockchain_headers` has the headers of all blocks.
 */
import {
  CHECKPOINTS,
  EPOCH_BLOCKS,
  HEADER_BYTES,
  type HeaderRun,
  MAX_HEADERS,
  parseRawHeaders,
} from "@svc-proof/shared/bitcoin";
import { randomAccess } from "../package/random-access.js";
import type { RawHeaders } from "../package/stated-evidence.js";
import type { Work } from "../work/work.js";

/** Both ends included. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads the headers that lead from each height to its checkpoint; for heights beyond the last checkpoint, those from
 * there on to the end. At most as many as a document may have, lowest first.
 *
 * @throws FormatError `work_limit_exceeded`; UnreadableInputError if the medium fails; what aborted the signal of `work`.
 */
export async function readRawHeaders(
  { height, file }: RawHeaders,
  heights: readonly number[],
  work: Work,
): Promise<HeaderRun[]> {
  const input = randomAccess(file, work.signal);
  const end = height + Math.floor(input.sizeBytes / HEADER_BYTES) - 1;
  const runs: HeaderRun[] = [];
  let left = MAX_HEADERS;
  for (const { first, last } of neededRanges(heights, end)) {
    // An epoch at a time, so that an abort is noticed.
    for (let at = Math.max(first, height); at <= Math.min(last, end) && left > 0; ) {
      const count = Math.min(EPOCH_BLOCKS, Math.min(last, end) - at + 1, left);
      await work.pause();
      const bytes = await input.read((at - height) * HEADER_BYTES, count * HEADER_BYTES);
      runs.push(...parseRawHeaders(bytes, at, { work }));
      at += count;
      left -= count;
    }
  }
  return runs;
}

/** Ascending, without overlap. */
function neededRanges(heights: readonly number[], end: number): Range[] {
  const ranges: { first: number; last: number }[] = [];
  for (const height of [...heights].sort((a, b) => a - b)) {
    const checkpoint = CHECKPOINTS.nextHeight(height);
    const first = checkpoint === null ? CHECKPOINTS.lastHeight : height;
    const last = checkpoint ?? end;
    const before = ranges.at(-1);
    if (before !== undefined && first <= before.last + 1) before.last = Math.max(before.last, last);
    else ranges.push({ first, last });
  }
  return ranges;
}
