import { expect, test } from "vitest";
import { DEFAULT_SNAPSHOT } from "./default-snapshot.js";
import { encodeSnapshotModule, encodeTrustSnapshot } from "./snapshot.js";
import { defaultTrustList } from "./trust-list.js";

test("the snapshot of this package is opened once", async () => {
  const opened = defaultTrustList();
  expect(defaultTrustList()).toBe(opened);
  expect(encodeTrustSnapshot((await opened).snapshot)).toBe(DEFAULT_SNAPSHOT);
});

test("a module has its snapshot as a literal, whatever characters are in it", () => {
  const module = encodeSnapshotModule(`{"name":"O'Neill \\n \\\\ é"}`);
  expect(module).toContain("export const DEFAULT_SNAPSHOT: string =\n  '");
  const literal = module.slice(module.indexOf("'"), module.lastIndexOf("'") + 1);
  expect(literal).toBe(`'{"name":"O\\'Neill \\\\n \\\\\\\\ é"}'`);
});
