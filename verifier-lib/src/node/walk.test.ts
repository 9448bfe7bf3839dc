import fs, { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasFolder, walk } from "./walk.js";

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
  expect(walk(["."])).toEqual({ paths: [`.${sep}-`], skipped: [], problems: [] });
});

test.skipIf(process.platform === "win32")("a device or pipe beside a folder is not waited for", () => {
  const { paths, problems } = walk(["/dev/null", join(folder, "dash")]);
  expect(paths).toEqual([join(folder, "dash/-")]);
  expect(problems).toMatchObject([{ path: "/dev/null", error: { message: "not a regular file" } }]);
});

describe("a tree", () => {
  const root = join(folder, "tree");
  const at = (path: string) => join(root, path);
  beforeAll(() => {
    mkdirSync(at("b/deep"), { recursive: true });
    for (const path of ["a", "b/deep/x", "b.txt", "B", "Z", "é", "z", "10", "9"]) writeFileSync(at(path), "");
    symlinkSync("a", at("link"));
  });

  test("is walked in the order of code units; links are left out", () => {
    const names = ["10", "9", "B", "Z", "a", "b.txt", "b/deep/x", "z", "é"];
    expect(walk([root])).toEqual({ paths: names.map(at), skipped: [at("link")], problems: [] });
  });

  test("operands keep their order, and each file is named once", () => {
    const { paths } = walk([at("z"), at("b"), at("z"), root]);
    expect(paths.slice(0, 2)).toEqual([at("z"), at("b/deep/x")]);
    expect(paths).toHaveLength(9);
  });

  test("what is missing is told", () => {
    const missing = at("missing");
    expect(walk([missing, at("a")])).toEqual({
      paths: [at("a")],
      skipped: [],
      problems: [{ path: missing, error: expect.objectContaining({ code: "ENOENT" }) }],
    });
  });

  test("a folder that cannot be listed is told, and the others are walked", () => {
    const { readdirSync } = fs;
    const replace = (to: typeof readdirSync) => {
      fs.readdirSync = to;
      syncBuiltinESMExports();
    };
    replace(((path: string, options: object) => {
      if (path === at("b")) throw Object.assign(new Error("no"), { code: "EACCES" });
      return readdirSync(path, options as { withFileTypes: true });
    }) as typeof readdirSync);
    try {
      const { paths, problems } = walk([root]);
      expect(problems).toEqual([{ path: at("b"), error: expect.objectContaining({ code: "EACCES" }) }]);
      expect(paths).toHaveLength(8);
    } finally {
      replace(readdirSync);
    }
  });

  test("a folder among the operands is found, whatever else is there", () => {
    expect(hasFolder([at("a"), at("b")])).toBe(true);
    expect(hasFolder([at("a"), at("missing")])).toBe(false);
    expect(hasFolder([])).toBe(false);
    process.chdir(root);
    mkdirSync(at("-"));
    expect(hasFolder(["-"])).toBe(false);
    rmSync(at("-"), { recursive: true });
  });
});
