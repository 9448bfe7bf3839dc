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
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { replaceFile } from "./replace-file.js";

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

test("a path that leads nowhere has the file system's error", async () => {
  await expect(replaceFile(at("missing/file"), "x")).rejects.toMatchObject({ code: "ENOENT" });
  writeFileSync(at("file"), "");
  await expect(replaceFile(at("file/below"), "x")).rejects.toMatchObject({ code: "ENOTDIR" });
  symlinkSync("circle", at("circle"));
  await expect(replaceFile(at("circle"), "x")).rejects.toMatchObject({ code: "ELOOP" });
  expect(readdirSync(folder).sort()).toEqual(["circle", "file"]);
});
