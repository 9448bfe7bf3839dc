import { expect, test } from "vitest";
import { nearestWord } from "./nearest-word.js";

const WORDS = ["original", "online", "json", "trust", "trust-list", "headers", "csv", "key", "seals"];

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
  ["Keys", "key"],
  ["seal", "seals"],
])("%s: did you mean %s", (typed, meant) => {
  expect(nearestWord(typed, WORDS)).toBe(meant);
});

test.each(["verbose", "x", "", "a".repeat(100_000)])("nothing is near %.20s", (typed) => {
  expect(nearestWord(typed, WORDS)).toBeNull();
});
