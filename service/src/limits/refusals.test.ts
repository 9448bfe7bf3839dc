import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Refusals } from "./refusals.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it("remembers a refusal until its end, and the later of two", () => {
  const refusals = new Refusals(10);
  expect(refusals.leftMs("a")).toBeNull();
  refusals.remember("a", 1_000);
  vi.advanceTimersByTime(400);
  expect(refusals.leftMs("a")).toBe(600);
  expect(refusals.leftMs("b")).toBeNull();
  refusals.remember("a", 1_000);
  vi.advanceTimersByTime(999);
  expect(refusals.leftMs("a")).toBe(1);
  vi.advanceTimersByTime(1);
  expect(refusals.leftMs("a")).toBeNull();
});

it("forgets the oldest beyond its bound, and no other", () => {
  const refusals = new Refusals(2);
  for (const key of ["a", "b", "a", "c"]) refusals.remember(key, 1_000);
  expect(["a", "b", "c"].map((key) => refusals.leftMs(key))).toEqual([1_000, null, 1_000]);
});
