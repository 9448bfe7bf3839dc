import { expect, test } from "vitest";
import { FormatError } from "./format-error.js";

test("has a code, a place and, where there is one, a cause", () => {
  const cause = new Error("of the platform");
  expect(new FormatError("invalid_utf8", "expected UTF-8", 3, "/a", cause)).toMatchObject({
    name: "FormatError",
    message: "expected UTF-8",
    code: "invalid_utf8",
    offset: 3,
    pointer: "/a",
    cause,
  });
  const alone = new FormatError("ots_truncated", "expected more bytes", 0);
  expect(alone.pointer).toBeNull();
  expect("cause" in alone).toBe(false);
});
