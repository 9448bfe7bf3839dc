import { expect, it } from "vitest";
import { originalType } from "./original-type.js";

const UNKNOWN = "application/octet-stream";

it.each([
  ["application/pdf", null, "application/pdf"],
  ["application/pdf", "image/png", "application/pdf"],
  [UNKNOWN, "image/png", "image/png"],
  [UNKNOWN, 'text/plain; charset="utf-8"', 'text/plain; charset="utf-8"'],
  ["nonsense", "image/png", "image/png"],
  ["nonsense", "nonsense too", UNKNOWN],
  ["", "", UNKNOWN],
  ["a/b\r\nSet-Cookie: x", null, UNKNOWN],
  ["a/b;", null, "a/b"],
  ["text/plain; ;", null, "text/plain"],
  ["Application/Octet-Stream", "image/png", "image/png"],
  ["application/octet-stream; charset=binary", "image/png", "image/png"],
  ["*/*", "image/png", "image/png"],
  ["image/*", null, UNKNOWN],
  ["a/b; x", null, UNKNOWN],
  [`a/${"b".repeat(253)}`, null, `a/${"b".repeat(253)}`],
  [`a/${"b".repeat(254)}`, null, UNKNOWN],
  [UNKNOWN, "application/x-www-form-urlencoded", UNKNOWN],
])("registered as %j and uploaded as %j it is %j", (registered, uploaded, type) => {
  expect(originalType(registered, uploaded)).toBe(type);
});

it("ends soon on a text that can be split in many ways", () => {
  // A pattern that tries them all does not end.
  expect(originalType(`a/b${"; ".repeat(120)}x`, `a/b${"; a=".repeat(60)}`)).toBe(UNKNOWN);
  expect(originalType(`a/b${" ;\t".repeat(80)}x`, `a/b; c="${"\\ ".repeat(120)}`)).toBe(UNKNOWN);
});
