import { expect, it } from "vitest";
import { meant } from "./meant.js";

const WORDS = ["account", "audit", "batch", "custody", "key", "order", "proof", "seals"];

it.each([
  ["acount", "account"],
  ["accuont", "account"],
  ["accounts", "account"],
  ["Keys", "key"],
  ["seal", "seals"],
  ["cust", "custody"],
])("%s: did you mean %s", (typed, word) => {
  expect(meant(typed, WORDS)).toBe(`; did you mean ${word}?`);
});

it.each(["", "zebra", "a".repeat(65), "x"])("suggests nothing for %j", (typed) => {
  expect(meant(typed, WORDS)).toBe("");
});
