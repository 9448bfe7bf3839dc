import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { type BatchRun, isFinal, KnownRuns } from "./known-runs.js";
import type { BatchRecord } from "./store.js";

function runOf(number: number, state: BatchRecord["state"] = "batched"): BatchRun {
  const batch: BatchRecord = {
    id: randomUUID(),
    number,
    state,
    root: "0".repeat(64),
    leafCount: 10,
    createdAt: new Date(),
    chainId: 1,
    inclusion: null,
    bitcoin: { state: "pending", blockHeight: null },
  };
  return { batch, firstSeq: 10 * number, lastSeq: 10 * number + 9 };
}

it("finds a batch by every position of it, and none between batches that are known", () => {
  const runs = new KnownRuns();
  for (const number of [5, 2, 9, 7]) runs.add(runOf(number));
  const numbers = Array.from({ length: 110 }, (_, seq) => runs.find(seq)?.batch.number);
  const expected = Array.from({ length: 110 }, (_, seq) =>
    [2, 5, 7, 9].find((number) => number === Math.floor(seq / 10)),
  );
  expect(numbers).toEqual(expected);
});

it("keeps what was seen last of a batch", () => {
  const runs = new KnownRuns();
  for (const number of [1, 2, 3]) runs.add(runOf(number));
  runs.add(runOf(2, "confirmed"));
  expect([1, 2, 3].map((number) => runs.find(10 * number)?.batch.state)).toEqual([
    "batched",
    "confirmed",
    "batched",
  ]);
});

it("forgets rather than grow without bound", () => {
  const runs = new KnownRuns();
  for (let number = 0; number < 5_000; number++) runs.add(runOf(number));
  expect(runs.find(0)).toBeUndefined();
  expect(runs.find(49_999)?.batch.number).toBe(4_999);
});

it("holds a batch for final only when both chains have confirmed it", () => {
  const confirmed = runOf(1, "confirmed");
  expect(isFinal(confirmed)).toBe(false);
  const batch: BatchRecord = { ...confirmed.batch, bitcoin: { state: "confirmed", blockHeight: 1 } };
  expect(isFinal({ ...confirmed, batch })).toBe(true);
});
