import { afterEach, expect, test, vi } from "vitest";
import { Work } from "./work.js";

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
