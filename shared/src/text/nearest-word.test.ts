import { expect, test } from "vitest";
import { nearestWord } from "./nearest-word.js";

const WORDS = ["original", "online", "json", "trust", "trust-list", "headers", "csv", "key", "seals"];

test.each([
  ["orignal", "original"],
  ["orginal", "original"],
  ["origianl", "original"],
  ["orgnal", "original"],
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

// The last four: two errors in a short word, one of them half an exchange of neighbours.
test.each(["verbose", "x", "k", "keyss", "", "a".repeat(100_000), "orgnl", "jsnox", "jxsn", "joxn"])(
  "nothing is near %.20s",
  (typed) => {
    expect(nearestWord(typed, WORDS)).toBeNull();
  },
);

test("64 letters are compared, 65 are not", () => {
  const [most, more] = ["a".repeat(64), "a".repeat(65)];
  expect(nearestWord(most, [more])).toBe(more);
  expect(nearestWord(more, [more])).toBeNull();
});

test("nothing is near where there are no words", () => {
  expect(nearestWord("key", [])).toBeNull();
});
