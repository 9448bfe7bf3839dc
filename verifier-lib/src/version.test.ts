import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { VERIFIER } from "./version.js";

test("reports carry the name and version of the package", () => {
  const { name, version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(VERIFIER).toEqual({ name, version });
});
