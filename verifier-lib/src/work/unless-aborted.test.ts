import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { unlessAborted } from "./work.js";

const never = () => new Promise<never>(() => undefined);

test("a promise settles as it would without a signal", async () => {
  for (const signal of [undefined, new AbortController().signal]) {
    expect(await unlessAborted(Promise.resolve(1), signal)).toBe(1);
    await expect(unlessAborted(Promise.reject(new Error("gone")), signal)).rejects.toThrow("gone");
  }
});

test("an abort ends the wait with its reason, before or after it began", async () => {
  const stop = new AbortController();
  const waiting = unlessAborted(never(), stop.signal);
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(unlessAborted(never(), stop.signal)).rejects.toThrow("enough");
});

test("nothing stays with the signal once the wait is over", async () => {
  const { signal } = new AbortController();
  await unlessAborted(Promise.resolve(1), signal);
  await Promise.resolve();
  expect(getEventListeners(signal, "abort")).toEqual([]);
  const stop = new AbortController();
  const waiting = unlessAborted(never(), stop.signal);
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(1);
  stop.abort();
  await expect(waiting).rejects.toThrow();
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
});
