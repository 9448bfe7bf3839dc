/**
 * How much later than it says a block of Bitcoin may have been made. docs/formats/opentimestamps.md has the argument.
 */
import { type JudgedHeader, MEDIAN_BLOCKS, provenTimesAfter } from "@svc-proof/shared/bitcoin";

/**
 * What is added to the time of a block of which nothing else is known, in seconds. No rule of consensus bounds how early a
 * time a miner writes, other than the median of the eleven blocks before, usually an hour earlier: people are shown the day.
 */
export const BITCOIN_ACCURACY_SECONDS = 7200;

/**
 * At least `BITCOIN_ACCURACY_SECONDS`, and up to what the blocks that follow show: each was made after this one. The clocks of
 * most of the next eleven are right if their median is; of fewer, one clock is enough, and the latest time counts.
 *
 * @returns seconds after the time in the header.
 */
export function bitcoinAccuracySeconds(judged: JudgedHeader): number {
  const after = provenTimesAfter(judged, MEDIAN_BLOCKS).toSorted((a, b) => a - b);
  const shown = after.length === MEDIAN_BLOCKS ? after[(MEDIAN_BLOCKS - 1) / 2] : after.at(-1);
  return Math.max(BITCOIN_ACCURACY_SECONDS, (shown ?? 0) - judged.header.time);
}
