import { FormatError } from "@svc-proof/shared/encoding";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isWorkLimit, parseEach, runSteps, runStepsPausing, Work } from "./work.js";

describe("parse each", () => {
  const bytes = (...values: readonly number[]) => values.map((value) => Uint8Array.of(value));
  const failing = (error: unknown) => () => {
    throw error;
  };

  test("only the code of a format error means that the budget is used up", () => {
    expect(isWorkLimit(new FormatError("work_limit_exceeded", "", 0))).toBe(true);
    expect(isWorkLimit(new FormatError("der_truncated", "", 0))).toBe(false);
    expect(isWorkLimit(Object.assign(new Error(), { code: "work_limit_exceeded" }))).toBe(false);
  });

  test("each value is read with the same budget; a malformed one is skipped, its code kept in its place", async () => {
    const work = new Work();
    const parse = (part: Uint8Array, options: { readonly work: Work }) => {
      expect(options.work).toBe(work);
      if (part[0] === 2) throw new FormatError("der_truncated", "", 0);
      return part[0]!;
    };
    expect(await parseEach(bytes(1, 2, 3), parse, work)).toEqual({
      values: [1, 3],
      faults: [null, "der_truncated", null],
    });
    expect(await parseEach([], parse, work)).toEqual({ values: [], faults: [] });
  });

  test("an error that is no malformation ends the reading", async () => {
    const read = (error: unknown) => parseEach(bytes(1), failing(error), new Work());
    await expect(read(new FormatError("work_limit_exceeded", "too much", 0))).rejects.toThrow("too much");
    await expect(read(new TypeError("wrong"))).rejects.toThrow("wrong");
  });

  test("an abort ends the reading before the next value", async () => {
    const stop = new AbortController();
    let count = 0;
    const parse = () => {
      count++;
      stop.abort(new Error("enough"));
    };
    const work = new Work({ signal: stop.signal });
    await expect(parseEach(bytes(1, 2), parse, work)).rejects.toThrow("enough");
    expect(count).toBe(1);
  });
});

describe("run steps", () => {
  function* counting(seen: number[]): Generator<void, string> {
    for (let step = 0; step < 3; step++) {
      seen.push(step);
      yield;
    }
    return "result";
  }

  test("every step runs, and the result is that of the last", async () => {
    const seen: number[] = [];
    expect(runSteps(counting(seen))).toBe("result");
    expect(await runStepsPausing(counting(seen), new Work())).toBe("result");
    expect(seen).toEqual([0, 1, 2, 0, 1, 2]);
  });

  test("an abort ends the steps at the next pause", async () => {
    const stop = new AbortController();
    const seen: number[] = [];
    const steps = counting(seen);
    const work = new Work({ signal: stop.signal });
    const running = runStepsPausing(steps, work);
    stop.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
    expect(seen).toHaveLength(1);
  });
});

describe("work", () => {
  afterEach(() => void vi.restoreAllMocks());

  const busyFor = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };

  test("an abort during the work is noticed at the next pause", async () => {
    const stop = new AbortController();
    const work = new Work({ signal: stop.signal });
    setTimeout(() => stop.abort(new Error("enough")));
    busyFor(30);
    await expect(work.pause()).rejects.toThrow("enough");
  });

  test("a pause before the interval ends takes no turn of the event loop", async () => {
    let turns = 0;
    const timer = setImmediate(() => turns++);
    const work = new Work();
    for (let i = 0; i < 10; i++) await work.pause();
    expect(turns).toBe(0);
    clearImmediate(timer);
  });

  test.each([
    [24.9, false],
    [25, true],
  ])("a pause after %d ms takes a turn: %s", async (ms, isTurn) => {
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    const work = new Work();
    clock.mockReturnValue(ms);
    let turns = 0;
    const timer = setTimeout(() => turns++);
    await work.pause();
    clearTimeout(timer);
    expect(turns > 0).toBe(isTurn);
  });

  test("the interval begins anew with each turn", async () => {
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    const work = new Work();
    clock.mockReturnValue(30);
    await work.pause();
    clock.mockReturnValue(50);
    let turns = 0;
    const timer = setTimeout(() => turns++);
    await work.pause();
    clearTimeout(timer);
    expect(turns).toBe(0);
  });
});
