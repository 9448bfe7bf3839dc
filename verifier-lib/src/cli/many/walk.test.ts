import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { afterAll, expect, test } from "vitest";
import { walk } from "./walk.js";

const folder = mkdtempSync(join(tmpdir(), "svc-proof-walk-"));
const before = process.cwd();
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

test("a file that is called like standard input is a file", () => {
  mkdirSync(join(folder, "dash"));
  writeFileSync(join(folder, "dash/-"), "a");
  process.chdir(join(folder, "dash"));
  expect(walk(["."])).toEqual({ paths: [`.${sep}-`], problems: [] });
});

test.skipIf(process.platform === "win32")("a device or pipe beside a folder is not waited for", () => {
  const { paths, problems } = walk(["/dev/null", join(folder, "dash")]);
  expect(paths).toEqual([join(folder, "dash/-")]);
  expect(problems).toMatchObject([{ path: "/dev/null", error: { message: "not a regular file" } }]);
});
