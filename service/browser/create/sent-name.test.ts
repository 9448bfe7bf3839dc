import { expect, test } from "vitest";
import { sentName, sentType } from "./sent-name.js";

test.each([
  ["report.pdf", "report.pdf"],
  ["folder/below/report.pdf", "report.pdf"],
  // A backslash is a character of names on Unix. The service cuts what is before it.
  ["folder/a\\b.txt", "a\\b.txt"],
  ["folder/\ud800.txt", "\ufffd.txt"],
])("of %j the name %j is sent", (path, name) => {
  expect(sentName(path)).toBe(name);
});

test("a long name keeps its beginning and its end, and has the length that the interface allows", () => {
  const name = sentName(`folder/${"💾".repeat(250)}-0001.tiff`);
  expect([...name]).toHaveLength(200);
  expect(name).toMatch(/^💾{159}…💾{30}-0001\.tiff$/u);
  const longest = `${"a".repeat(196)}.txt`;
  expect(sentName(longest)).toBe(longest);
});

test("only types that the interface takes are sent", () => {
  expect(sentType("image/png")).toBe("image/png");
  expect(sentType("")).toBeUndefined();
  expect(sentType("text/plä")).toBeUndefined();
  expect(sentType("a".repeat(256))).toBeUndefined();
});
