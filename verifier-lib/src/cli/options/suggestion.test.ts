import { expect, test } from "vitest";
import { suggestion } from "./suggestion.js";

const WORDS = ["original", "online", "json", "trust", "trust-list", "headers", "csv"];

test.each([
  ["orignal", "original"],
  ["orginal", "original"],
  ["origianl", "original"],
  ["orig", "original"],
  ["jsno", "json"],
  ["header", "headers"],
  ["trustlist", "trust-list"],
  ["cvs", "csv"],
  ["on-line", "online"],
])("%s: did you mean %s", (typed, meant) => {
  expect(suggestion(typed, WORDS)).toBe(meant);
});

test.each(["verbose", "x", "", "a".repeat(100_000)])("nothing is near %.20s", (typed) => {
  expect(suggestion(typed, WORDS)).toBeNull();
});
