import { expect, test } from "vitest";
import { runPool } from "./register.js";

const tick = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}

test("every item is worked on once, never more at a time than allowed", async () => {
  let atOnce = 0;
  let most = 0;
  const work = async (item: number) => {
    most = Math.max(most, ++atOnce);
    await tick(item % 3);
    atOnce--;
    return item;
  };
  const items = Array.from({ length: 100 }, (_, index) => index);
  const results = await collect(runPool(items, 7, work, undefined));
  expect(results.sort((a, b) => a - b)).toEqual(items);
  expect(most).toBe(7);
});

test("results that nobody takes hold the workers back", async () => {
  let started = 0;
  const pool = runPool(
    Array.from({ length: 100 }, (_, index) => index),
    5,
    async (item) => {
      started++;
      return item;
    },
    undefined,
  );
  await pool.next();
  await tick(20);
  expect(started).toBeLessThanOrEqual(7);
  await pool.return();
});

test.each([0, 3])("what work %i throws ends the iteration, when all other work has ended", async (bad) => {
  let isRunning = 0;
  const work = async (item: number, signal: AbortSignal) => {
    isRunning++;
    await tick(1);
    if (item === bad) throw new Error("bad");
    await tick(signal.aborted ? 0 : 20);
    isRunning--;
    return item;
  };
  await expect(collect(runPool([0, 1, 2, 3, 4, 5], 4, work, undefined))).rejects.toThrow("bad");
  expect(isRunning).toBe(1);
});

test("what the source throws ends it too, and the source is closed when the consumer leaves", async () => {
  let isClosed = false;
  async function* source() {
    try {
      for (let item = 0; ; item++) yield item;
    } finally {
      isClosed = true;
    }
  }
  for await (const item of runPool(source(), 3, async (one) => one, undefined)) if (item > 10) break;
  expect(isClosed).toBe(true);

  async function* broken() {
    yield 1;
    throw new Error("no more");
  }
  await expect(collect(runPool(broken(), 3, async (one) => one, undefined))).rejects.toThrow("no more");
});

test("an abort ends it although source and work hang", async () => {
  const abort = new AbortController();
  async function* hanging() {
    yield 1;
    await new Promise(() => undefined);
  }
  const work = (_: number, signal: AbortSignal) =>
    new Promise<number>((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
    );
  const all = collect(runPool(hanging(), 3, work, abort.signal));
  await tick(5);
  abort.abort(new Error("enough"));
  await expect(all).rejects.toThrow("enough");
});

test("no items give no results", async () => {
  expect(await collect(runPool([], 3, async (one) => one, undefined))).toEqual([]);
});
