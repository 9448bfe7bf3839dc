import { expect, test } from "vitest";
import { wrap } from "./wrap.js";

test.each([
  ["aa bb cc", 5, ["aa bb", "cc"]],
  ["aa bb cc", 4, ["aa", "bb", "cc"]],
  ["aa bb cc", 8, ["aa bb cc"]],
  ["longest a", 3, ["longest", "a"]],
  ["a longest", 3, ["a", "longest"]],
  ["", 3, [""]],
])("%j in %i columns", (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines);
});
