import { expect, test } from "vitest";
import { spreadsheetText } from "./spreadsheet-text.js";

test.each([
  ["=1", "'=1"],
  [" =1", "' =1"],
  ['"=1', "'\"=1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@sum", "'@sum"],
  ["\uff1d1", "'\uff1d1"],
  ["a;=1;b", "a;'=1;b"],
  ["a; =1", "a; '=1"],
  ["a=1", "a=1"],
  ["plain", "plain"],
  ["a\u001b[31m", "a\ufffd[31m"],
])("%j", (text, shown) => {
  expect(spreadsheetText(text)).toBe(shown);
});
