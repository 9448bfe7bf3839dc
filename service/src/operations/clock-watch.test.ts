import { describe, expect, it } from "vitest";
import { ClockWatch } from "./clock-watch.js";
import { Metrics } from "./metrics.js";

describe("ClockWatch", () => {
  const metrics = new Metrics();
  const told: string[] = [];
  const log = {
    info: () => told.push("info"),
    warn: () => told.push("warn"),
  } as unknown as ConstructorParameters<typeof ClockWatch>[1];
  const watch = new ClockWatch(metrics.clockSkew, log);
  /** Seconds that the metric shows when the store's time differs from ours by this much. */
  const seen = async (aheadMs: number) => {
    const reason = await watch.check(async () => new Date(Date.now() + aheadMs));
    const [{ value } = { value: Number.NaN }] = (await metrics.clockSkew.get()).values;
    return { reason, seconds: value };
  };

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
      /^the clock of this instance differs from the store's by 4\d{4} ms$/,
    );
    expect((await seen(-45_000)).seconds).toBeLessThan(-44);
    expect((await seen(45_000)).reason).not.toBeNull();
    expect(told).toEqual(["warn", "warn"]);
    expect(await seen(0)).toEqual({ reason: null, seconds: 0 });
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
    expect((await metrics.clockSkew.get()).values[0]?.value).toBe(0);
  });
});
