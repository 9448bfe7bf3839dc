import { describe, expect, it, test } from "vitest";
import { EXIT, type ExitStatus, meant, worseOf } from "./errors.js";

test("of several exit statuses the worst counts: 5, 4, 3, 1, 2", () => {
  const best: readonly ExitStatus[] = [0, 2, 1, 3, 4, 5];
  for (const [i, better] of best.entries())
    for (const worse of best.slice(i)) {
      expect(worseOf(better, worse)).toBe(worse);
      expect(worseOf(worse, better)).toBe(worse);
    }
});

test("the exit statuses are those that scripts rely on", () => {
  expect(EXIT).toEqual({ done: 0, failed: 1, open: 2, unusable: 3, refused: 4, unreachable: 5 });
});

describe("meant", () => {
  const WORDS = ["account", "audit", "batch", "custody", "key", "order", "proof", "seals"];

  it.each([
    ["acount", "account"],
    ["accuont", "account"],
    ["accounts", "account"],
    ["Keys", "key"],
    ["seal", "seals"],
    ["cust", "custody"],
  ])("%s: did you mean %s", (typed, word) => {
    expect(meant(typed, WORDS)).toBe(`. Did you mean ${word}?`);
    expect(meant(typed, WORDS, "--")).toBe(`. Did you mean --${word}?`);
  });

  it.each(["", "zebra", "a".repeat(65), "x"])("suggests nothing for %j", (typed) => {
    expect(meant(typed, WORDS)).toBe("");
  });
});
