import { type BlockHeader, judgeHeaders } from "@svc-proof/shared/bitcoin";
import { describe, expect, test } from "vitest";
import { BITCOIN_ACCURACY_SECONDS, bitcoinAccuracySeconds } from "./attestation.js";
import { easyCheckpoints, endOfEpoch, mine, timeAt } from "./chain.testing.js";

const END = endOfEpoch(0);
const HOUR = 3600;

/** A block, followed by others so many seconds after its own time. */
function followed(offsets: readonly number[], { isProven = true } = {}): number {
  const first = END - offsets.length;
  const headers: BlockHeader[] = [mine(null, first)];
  for (const [i, offset] of offsets.entries()) {
    headers.push(mine(headers.at(-1)!, first + i + 1, { time: timeAt(first) + offset }));
  }
  const checkpoints = easyCheckpoints(isProven ? headers.at(-1)! : mine(null, END, { version: 2 }));
  const placed = headers.map((header, i) => ({ height: first + i, header }));
  const judged = judgeHeaders(placed, timeAt(END) + 1e6, { checkpoints });
  return bitcoinAccuracySeconds(judged.find(({ height }) => height === first)!);
}

const every = (count: number, seconds: number) => Array.from({ length: count }, (_, i) => (i + 1) * seconds);

describe("how much later than it says a block may have been made", () => {
  test("of a header alone, and of one whose successors come as usual: two hours", () => {
    expect(followed([])).toBe(BITCOIN_ACCURACY_SECONDS);
    expect(followed(every(6, 600))).toBe(BITCOIN_ACCURACY_SECONDS);
    expect(followed(every(20, 600))).toBe(BITCOIN_ACCURACY_SECONDS);
    expect(followed(every(6, -600))).toBe(BITCOIN_ACCURACY_SECONDS);
  });

  test("of one that says a time long before: what most of the next eleven say", () => {
    const late = Array.from({ length: 11 }, (_, i) => 10 * HOUR + i);
    expect(followed(late)).toBe(10 * HOUR + 5);
    // Five clocks of eleven that are wrong, in whatever direction, change little.
    const five = (offset: number) => late.map((one, i) => (i % 2 === 1 ? one + offset : one));
    expect(followed(five(-9 * HOUR))).toBe(10 * HOUR);
    expect(followed(five(9 * HOUR))).toBe(10 * HOUR + 10);
    // Later ones do not count.
    expect(followed([...late, ...every(5, 20 * HOUR)])).toBe(10 * HOUR + 5);
  });

  test("where fewer than eleven follow: the latest of them, as one right clock is enough", () => {
    expect(followed([600, 3 * HOUR, 1200])).toBe(3 * HOUR);
    expect(followed([...every(9, 60), 4 * HOUR])).toBe(4 * HOUR);
  });

  test("headers that nothing proves say nothing", () => {
    expect(followed(every(6, 3 * HOUR), { isProven: false })).toBe(BITCOIN_ACCURACY_SECONDS);
  });
});
