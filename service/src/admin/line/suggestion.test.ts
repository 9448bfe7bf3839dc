import { expect, it } from "vitest";
import { meant, suggestion } from "./suggestion.js";

const WORDS = ["account", "audit", "batch", "custody", "key", "order", "proof", "seals"];

it.each([
  ["acount", "account"],
  ["accuont", "account"],
  ["accounts", "account"],
  ["Keys", "key"],
  ["seal", "seals"],
  ["cust", "custody"],
])("%s: did you mean %s", (typed, word) => {
  expect(suggestion(typed, WORDS)).toBe(word);
  expect(meant(typed, WORDS)).toBe(`; did you mean ${word}?`);
});

it.each(["", "zebra", "a".repeat(65), "x"])("suggests nothing for %j", (typed) => {
  expect(suggestion(typed, WORDS)).toBeNull();
  expect(meant(typed, WORDS)).toBe("");
});
