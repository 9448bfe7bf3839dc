import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openPathsIn } from "./open-paths.testing.js";
import { replaceFile } from "./write-file.js";

const scratch = mkdtempSync(join(tmpdir(), "svc-replace-"));
afterAll(() => rmSync(scratch, { recursive: true }));
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(scratch, "x"));
});
const at = (name: string) => join(folder, name);

test("a new file has the mode that the process gives its files", async () => {
  writeFileSync(at("usual"), "");
  await replaceFile(at("new"), "text");
  expect(readFileSync(at("new"), "utf8")).toBe("text");
  expect(statSync(at("new")).mode).toBe(statSync(at("usual")).mode);
  expect(readdirSync(folder).sort()).toEqual(["new", "usual"]);
});

test("a file that exists keeps its mode, and a link leads to the new content", async () => {
  writeFileSync(at("old"), "before");
  chmodSync(at("old"), 0o600);
  symlinkSync("old", at("link"));
  await replaceFile(at("link"), new TextEncoder().encode("after"));
  expect(readFileSync(at("old"), "utf8")).toBe("after");
  expect(statSync(at("old")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(["link", "old"]);
});

test("what cannot be replaced stays, and nothing is left beside it", async () => {
  mkdirSync(at("folder"));
  writeFileSync(at("folder/inside"), "kept");
  await expect(replaceFile(at("folder"), "text")).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(readdirSync(folder)).toEqual(["folder"]);
  expect(readFileSync(at("folder/inside"), "utf8")).toBe("kept");
});

test("the new content is written beside the file that a link leads to, which may be on another disk", async () => {
  mkdirSync(at("disk"));
  writeFileSync(at("disk/old"), "before");
  symlinkSync("disk/old", at("link"));
  const { open } = fsPromises;
  const opened: unknown[] = [];
  const replace = (to: typeof open) => {
    fsPromises.open = to;
    syncBuiltinESMExports();
  };
  replace((path, ...others) => {
    opened.push(path);
    return open(path, ...others);
  });
  try {
    await replaceFile(at("link"), "after");
  } finally {
    replace(open);
  }
  expect(opened).toEqual([expect.stringMatching(/\/disk\/old\.[0-9a-f-]{36}\.tmp$/)]);
});

test("no file stays open", async () => {
  await replaceFile(at("new"), "text");
  expect(openPathsIn(folder)).toEqual([]);
});

test("a path that leads nowhere has the file system's error", async () => {
  await expect(replaceFile(at("missing/file"), "x")).rejects.toMatchObject({
    code: "ENOENT",
    syscall: "open",
  });
  writeFileSync(at("file"), "");
  await expect(replaceFile(at("file/below"), "x")).rejects.toMatchObject({ code: "ENOTDIR" });
  symlinkSync("circle", at("circle"));
  await expect(replaceFile(at("circle"), "x")).rejects.toMatchObject({ code: "ELOOP" });
  expect(readdirSync(folder).sort()).toEqual(["circle", "file"]);
});
