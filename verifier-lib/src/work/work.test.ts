import { expect, test } from "vitest";
import { Work } from "./work.js";

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
