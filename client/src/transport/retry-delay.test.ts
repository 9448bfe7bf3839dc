import { expect, test } from "vitest";
import { retryDelayMs } from "./retry-delay.js";

test("never earlier than the service asks, and a second later at most", () => {
  for (const seconds of [0, 1, 30, 60]) {
    expect(retryDelayMs(3, seconds, () => 0)).toBe(seconds * 1000);
    expect(retryDelayMs(3, seconds, () => 1)).toBeGreaterThan(seconds * 1000);
    expect(retryDelayMs(3, seconds, () => 1)).toBeLessThanOrEqual(seconds * 1000 + 1_000);
  }
});

test("grows to ten seconds without it", () => {
  const longest = [1, 2, 3, 4, 5, 6, 7, 8, 1_000].map((tries) => retryDelayMs(tries, null, () => 1));
  expect(longest).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
  expect(retryDelayMs(1, null, () => 0)).toBe(125);
});
