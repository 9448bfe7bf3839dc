import type { Report, Verdict } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import type { Item } from "../model.js";
import { countsOf, itemSign, visibleRows } from "./list.js";

test("few of ten thousand rows are drawn, wherever the window is", () => {
  expect(visibleRows(10_000, 76, 300, 900)).toEqual({ first: 0, end: 16 });
  const { first, end } = visibleRows(10_000, 76, -380_000, 900);
  expect(first).toBe(4992);
  expect(end).toBe(5020);
  expect(visibleRows(10_000, 76, -760_000, 900)).toEqual({ first: 9992, end: 10_000 });
});

test("a list above or below the window has none", () => {
  expect(visibleRows(5, 76, 5000, 900)).toEqual({ first: 0, end: 0 });
  expect(visibleRows(0, 76, 0, 900)).toEqual({ first: 0, end: 0 });
});

const itemOf = (verdict: Verdict) => ({ phase: "done", report: { verdict } as Report }) as Item;

test("a rehearsal, a chosen authority and an unknown chain are counted apart, none with the sign of what is verified", () => {
  const verdicts: readonly Verdict[] = ["verified", "chosen", "rehearsal", "unvouched", "verified"];
  expect(countsOf(verdicts.map(itemOf))).toEqual([
    ["unvouched", 1],
    ["rehearsal", 1],
    ["chosen", 1],
    ["verified", 2],
  ]);
  const signs = verdicts.slice(0, 4).map((verdict) => itemSign(itemOf(verdict)));
  expect(new Set(signs).size).toBe(4);
});
