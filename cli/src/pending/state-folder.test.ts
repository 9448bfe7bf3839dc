import { chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { allStatePaths, makeStateFolder } from "./state-folder.js";

const root = mkdtempSync(join(tmpdir(), "svc-proof-state-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Of the user `nobody` on most systems. */
const OTHER = 65_534;

test("what is no folder is refused", () => {
  const folder = join(root, "link");
  symlinkSync(root, folder);
  expect(() => makeStateFolder(folder)).toThrow();
});

test.runIf(process.geteuid?.() === 0)("the folder of another user is not believed", () => {
  const folder = join(root, ".svc-proof");
  mkdirSync(folder);
  writeFileSync(join(folder, `${"0".repeat(16)}.pending.jsonl`), "");
  expect(allStatePaths(root)).toHaveLength(1);
  chownSync(folder, OTHER, OTHER);
  expect(allStatePaths(root)).toEqual([]);
  expect(() => makeStateFolder(folder)).toThrow("another user");
  // Whoever has the folder above could exchange the files themselves.
  chownSync(root, OTHER, OTHER);
  expect(allStatePaths(root)).toHaveLength(1);
  expect(() => makeStateFolder(folder)).not.toThrow();
});
