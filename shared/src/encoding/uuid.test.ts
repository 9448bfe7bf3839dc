import fc from "fast-check";
import { expect, test } from "vitest";
import { isUuid } from "./uuid.js";

const UUID = "0f8fad5b-d9cb-469f-a165-70867728950e";

test("accepts any 16 bytes, whatever their version and variant", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const hex = Buffer.from(bytes).toString("hex");
      expect(isUuid(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"))).toBe(true);
    }),
  );
});

test.each([
  ["nothing", ""],
  ["upper case", UUID.toUpperCase()],
  ["one upper-case digit", UUID.replace("f", "F")],
  ["no hyphens", UUID.replaceAll("-", "")],
  ["braces", `{${UUID}}`],
  ["URN form", `urn:uuid:${UUID}`],
  ["a digit too few", UUID.slice(1)],
  ["a digit too many", `${UUID}0`],
  ["a trailing line end", `${UUID}\n`],
  ["leading white space", ` ${UUID.slice(1)}`],
  ["a hyphen out of place", "0f8fad5bd-9cb-469f-a165-70867728950e"],
  ["a letter beyond f", UUID.replace("f", "g")],
  ["a full-width digit", UUID.replace("0", "\uff10")],
])("refuses %s", (_, text) => {
  expect(isUuid(text)).toBe(false);
});
