import { expect, test, vi } from "vitest";
import { onAbort } from "./on-abort.js";

test("however many wait, the signal has one listener, and each is called once", () => {
  const abort = new AbortController();
  const listen = vi.spyOn(abort.signal, "addEventListener");
  const called: number[] = [];
  const ends = Array.from({ length: 50 }, (_, index) => onAbort(abort.signal, () => called.push(index)));
  ends[7]!();
  expect(listen).toHaveBeenCalledTimes(1);
  abort.abort();
  abort.abort();
  expect(called).toHaveLength(49);
  expect(called).not.toContain(7);
});

test("a signal that has aborted calls at once, none never", () => {
  const called: string[] = [];
  onAbort(AbortSignal.abort(), () => called.push("at once"));
  onAbort(undefined, () => called.push("never"));
  expect(called).toEqual(["at once"]);
});
