import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { BatchRangeCache } from "./batch-range-cache.js";
import { type BatchRange, BatchRanges, isFinal } from "./batch-ranges.js";
import type { BatchRecord } from "./store.js";

function rangeOf(number: number, state: BatchRecord["state"] = "batched"): BatchRange {
  const batch: BatchRecord = {
    id: randomUUID(),
    number,
    state,
    root: "0".repeat(64),
    leafCount: 10,
    createdAt: new Date(),
    anchors: [{ chainId: 1, state, inclusion: null, reopened: false }],
    bitcoin: { state: "pending", blockHeight: null },
  };
  return { batch, firstSeq: 10 * number, lastSeq: 10 * number + 9 };
}

it("finds a batch by each of its positions, and none between known batches", () => {
  for (const ranges of [new BatchRanges(), new BatchRangeCache()]) {
    for (const number of [5, 2, 9, 7]) ranges.add(rangeOf(number));
    const numbers = Array.from({ length: 110 }, (_, seq) => ranges.find(seq)?.batch.number);
    const expected = Array.from({ length: 110 }, (_, seq) =>
      [2, 5, 7, 9].find((number) => number === Math.floor(seq / 10)),
    );
    expect(numbers).toEqual(expected);
  }
});

it("keeps the latest reading of a batch", () => {
  for (const ranges of [new BatchRanges(), new BatchRangeCache()]) {
    for (const number of [1, 2, 3]) ranges.add(rangeOf(number));
    ranges.add(rangeOf(2, "confirmed"));
    expect([1, 2, 3].map((number) => ranges.find(10 * number)?.batch.state)).toEqual([
      "batched",
      "confirmed",
      "batched",
    ]);
  }
});

it("drops only the least recently used batch", () => {
  const cache = new BatchRangeCache(3);
  for (const number of [1, 2, 3]) cache.add(rangeOf(number));
  expect(cache.find(15)?.batch.number).toBe(1);
  cache.add(rangeOf(4));
  expect([1, 2, 3, 4].map((number) => cache.find(10 * number)?.batch.number)).toEqual([1, undefined, 3, 4]);
});

it("holds 4,096 batches and no more", () => {
  const cache = new BatchRangeCache();
  for (let number = 0; number <= 4_096; number++) cache.add(rangeOf(number));
  expect(cache.find(0)).toBeUndefined();
  expect(cache.find(10)?.batch.number).toBe(1);
  expect(cache.find(40_969)?.batch.number).toBe(4_096);
});

it("never gives a batch that does not hold the position, in whatever order batches come and go", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 }), { maxLength: 60 }), (numbers) => {
      const cache = new BatchRangeCache(4);
      for (const number of numbers) {
        cache.find(10 * ((number * 7) % 20));
        cache.add(rangeOf(number));
        expect(cache.find(10 * number + 9)?.batch.number).toBe(number);
      }
      const found = Array.from({ length: 21 }, (_, number) => cache.find(10 * number + 3)?.batch.number);
      expect(found.every((number, i) => number === undefined || number === i)).toBe(true);
      expect(found.filter((number) => number !== undefined)).toHaveLength(Math.min(4, new Set(numbers).size));
    }),
  );
});

it("forgets a batch after a time: a deep reorganisation may have reopened it", async () => {
  const [kept, short] = [new BatchRangeCache(3, 600_000), new BatchRangeCache(3, 10)];
  for (const cache of [kept, short]) cache.add(rangeOf(1, "confirmed"));
  await expect.poll(() => short.find(15)).toBeUndefined();
  expect(kept.find(15)?.batch.number).toBe(1);
  short.add(rangeOf(1));
  expect(kept.find(15)?.batch.state).toBe("confirmed");
});

it("treats a batch as final only when all chains and Bitcoin have confirmed it", () => {
  const confirmed = rangeOf(1, "confirmed");
  expect(isFinal(confirmed)).toBe(false);
  const batch: BatchRecord = { ...confirmed.batch, bitcoin: { state: "confirmed", blockHeight: 1 } };
  expect(isFinal({ ...confirmed, batch })).toBe(true);
});
