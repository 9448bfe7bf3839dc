import { describe, expect, it, vi } from "vitest";
import { MemoryRates, secondsToNextUtcDay } from "./rates.js";

describe("memory rates", () => {
  it("forgets the oldest counters above its limit, and never the newest", async () => {
    const rates = new MemoryRates();
    const add = async (key: number) => (await rates.add(String(key), 1, 600_000)).total;
    for (let key = 0; key < 150_000; key++) await add(key);
    expect(await add(149_999)).toBe(2);
    expect(await add(100_001)).toBe(2);
    expect(await add(0)).toBe(1);
  });

  it("forgets expired counters before others", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const rates = new MemoryRates();
      await rates.add("long", 1, 600_000);
      for (let round = 0; round < 5; round++) {
        for (let key = 0; key < 60_000; key++) await rates.add(`${round}/${key}`, 1, 1_000);
        vi.advanceTimersByTime(1_000);
      }
      expect((await rates.add("long", 1, 600_000)).total).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it("never gives a window longer than requested, whenever it begins", async () => {
    try {
      const rates = new MemoryRates();
      for (let i = 0; i < 2_000; i++) {
        vi.spyOn(performance, "now").mockReturnValue(6_000 + i + i / 7);
        expect((await rates.add(`key ${i}`, 1, 60_000)).endsInMs).toBeLessThanOrEqual(60_000);
      }
    } finally {
      vi.restoreAllMocks();
    }
  });
});

describe("utc day", () => {
  it.each([
    ["2026-02-03T00:00:00.000Z", 86_400],
    ["2026-02-03T00:00:00.001Z", 86_400],
    ["2026-02-03T23:59:59.000Z", 1],
    ["2026-02-03T23:59:59.999Z", 1],
    ["2026-12-31T12:00:00.000Z", 43_200],
  ])("counts the seconds from %s to the next day", (now, seconds) => {
    expect(secondsToNextUtcDay(new Date(now))).toBe(seconds);
  });
});
