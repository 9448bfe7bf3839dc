import { expect, test } from "vitest";
import { inputName, inputType } from "./source-text.js";

test.each([
  ["seal", "caller", 0, "seal"],
  ["seal", "package", 0, "seal in the package"],
  ["timestamp", "caller", 0, "timestamp 1"],
  ["crl", "package", 2, "revocation list 3 in the package"],
  ["revocation_source", "caller", 0, "source of revocation data"],
] as const)("%s of the %s, %i: %s", (kind, origin, index, name) => {
  expect(inputName({ kind, origin, index })).toBe(name);
});

test("types have names for people", () => {
  expect(inputType("asic-s")).toBe("time-stamped container (ASiC-S)");
});
