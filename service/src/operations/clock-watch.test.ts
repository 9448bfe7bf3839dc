import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClockWatch } from "./clock-watch.js";
import { Metrics } from "./metrics.js";

describe("ClockWatch", () => {
  const told: string[] = [];
  const log = {
    info: () => told.push("info"),
    warn: () => told.push("warn"),
  } as unknown as ConstructorParameters<typeof ClockWatch>[1];
  let metrics: Metrics;
  let watch: ClockWatch;
  /** The metric by clock. */
  const seconds = async () =>
    Object.fromEntries(
      (await metrics.clockSkew.get()).values.map(({ labels, value }) => [labels.clock, value]),
    );
  /** Seconds that the metric shows when the store's time differs from ours by this much. */
  const seen = async (aheadMs: number) => {
    const reason = await watch.check(async () => new Date(Date.now() + aheadMs));
    return { reason, seconds: (await seconds())["store"]! };
  };

  beforeEach(() => {
    told.length = 0;
    metrics = new Metrics();
    watch = new ClockWatch(metrics.clockSkew, log);
  });
  afterEach(() => void vi.useRealTimers());

  it("warns above one second, refuses above 30 s, either way, and logs it once", async () => {
    expect(await seen(900)).toMatchObject({ reason: null });
    expect(told).toEqual([]);
    for (let i = 0; i < 2; i++) {
      const { reason, seconds } = await seen(5_000);
      expect(reason).toBeNull();
      expect(seconds).toBeGreaterThan(4);
      expect(seconds).toBeLessThanOrEqual(5);
    }
    expect(told).toEqual(["warn"]);
    expect((await seen(-45_000)).reason).toMatch(
      /^the clock of this instance differs from others: store by 4\d{4} ms$/,
    );
    expect((await seen(-45_000)).seconds).toBeLessThan(-44);
    expect((await seen(45_000)).reason).not.toBeNull();
    expect(told).toEqual(["warn", "warn"]);
    expect((await seen(0)).reason).toBeNull();
    expect(told).toEqual(["warn", "warn", "info"]);
  });

  it("does not count an answer's delay as a difference", async () => {
    // The store read its clock when it was asked.
    const answer = await watch.check(async () => {
      const theirs = new Date();
      const until = performance.now() + 1_200;
      while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
      return theirs;
    });
    expect(answer).toBeNull();
    expect((await seconds())["store"]).toBeCloseTo(0, 1);
    expect(told).toEqual([]);
  });

  it("names each clock that is far off, and shows them all", async () => {
    await seen(0);
    const now = Date.now();
    watch.saw("chain 1", { earliestMs: now + 60_000, latestMs: Number.POSITIVE_INFINITY }, performance.now());
    watch.saw("authority", { earliestMs: now - 90_000, latestMs: now - 60_000 }, performance.now());
    expect(watch.fault()).toMatch(/: chain 1 by (?:59|60)\d{3} ms, authority by (?:59|60)\d{3} ms$/);
    const { store, "chain 1": chain, authority } = await seconds();
    expect([store, chain, authority].map(Math.round)).toEqual([0, 60, -60]);
    expect(told).toEqual(["warn", "warn"]);
  });

  it("lets an old head of a chain tell nothing", () => {
    watch.saw("chain 1", { earliestMs: 0, latestMs: Number.POSITIVE_INFINITY }, performance.now());
    expect(watch.fault()).toBeNull();
  });

  it("notices without another question that the clock was set, and forgets a comparison after an hour, or when it was far off for some minutes", () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    const now = Date.now();
    watch.saw("authority", { earliestMs: now, latestMs: now }, performance.now());
    expect(watch.fault()).toBeNull();
    vi.setSystemTime(now - 7_200_000);
    expect(watch.fault()).toMatch(/: authority by 7200000 ms$/);
    vi.setSystemTime(now);
    expect(watch.fault()).toBeNull();
    expect(told).toEqual(["warn", "info"]);
    vi.advanceTimersByTime(3_590_000);
    vi.setSystemTime(now - 7_200_000);
    expect(watch.fault()).not.toBeNull();
    expect(watch.fault()).not.toBeNull();
    vi.advanceTimersByTime(150_001);
    expect(watch.fault()).toBeNull();
  });
});
