import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { onAbort, retryAfterSeconds, retryDelayMs } from "./transport.js";

describe("on abort", () => {
  test("however many wait, the signal has one listener, and each is called once", () => {
    const abort = new AbortController();
    const listen = vi.spyOn(abort.signal, "addEventListener");
    const called: number[] = [];
    const ends = Array.from({ length: 50 }, (_, index) => onAbort(abort.signal, () => called.push(index)));
    ends[7]!();
    expect(listen).toHaveBeenCalledTimes(1);
    abort.abort();
    abort.abort();
    expect(called).toHaveLength(49);
    expect(called).not.toContain(7);
  });

  test("a signal that has aborted calls at once, none never", () => {
    const called: string[] = [];
    onAbort(AbortSignal.abort(), () => called.push("at once"));
    onAbort(undefined, () => called.push("never"));
    expect(called).toEqual(["at once"]);
  });
});

describe("retry after", () => {
  const NOW = new Date("2026-11-06T08:49:30.500Z");

  const zone = process.env["TZ"];
  beforeAll(() => {
    process.env["TZ"] = "America/New_York";
  });
  afterAll(() => {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  });

  test.each([
    ["0", 0],
    ["120", 120],
    [" 7 ", 7],
    ["999999999", 315_360_000],
    ["Fri, 06 Nov 2026 08:49:37 GMT", 7],
    ["Friday, 06-Nov-26 08:49:37 GMT", 7],
    ["Fri Nov  6 08:49:37 2026", 7],
    ["Fri, 06 Nov 2020 08:49:37 GMT", 0],
    ["Sat, 31 Dec 2016 23:59:60 GMT", 0],
    ["Fri, 06 Nov 9026 08:49:37 GMT", 315_360_000],
  ])("%s", (text, seconds) => {
    expect(retryAfterSeconds(text, NOW)).toBe(seconds);
  });

  test.each([
    "",
    "-1",
    "1.5",
    "1e9",
    "9999999999",
    "soon",
    "2026-11-06",
    "Fri, 99 Nov 2026 99:49:37 GMT",
    "Fri".repeat(20),
  ])("%j asks for nothing", (text) => {
    expect(retryAfterSeconds(text, NOW)).toBeNull();
  });

  test("without the header nothing is asked", () => {
    expect(retryAfterSeconds(null)).toBeNull();
  });
});

describe("retry delay", () => {
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
});
