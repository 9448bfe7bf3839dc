import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { allStatePaths, makeStateFolder, PendingFiles, readPendingFiles } from "./pending.js";

describe("pending files", () => {
  const root = mkdtempSync(join(tmpdir(), "svc-proof-pending-"));
  afterAll(() => rmSync(root, { recursive: true }));
  const entry = {
    hash: "0".repeat(64),
    identity: { size: 1, mtime: "1", ctime: "2", inode: "3" },
    id: "01a206d8-559d-705b-a68a-100c3a06fad5",
    url: "http://127.0.0.1/api/v2",
    zip: false,
    certificate: null,
    deposited: false,
  };

  test("the last line of a path counts, and what is settled is gone", () => {
    const path = join(root, "1.jsonl");
    const pending = PendingFiles.open(root, path);
    pending.put(join(root, "sub/a"), entry);
    pending.put(join(root, "sub/a"), { ...entry, zip: true });
    pending.put(join(root, "b"), entry);
    pending.remove(join(root, "b"));
    pending.close();
    expect(readPendingFiles(path)).toEqual([{ path: "sub/a", ...entry, zip: true }]);
    const again = PendingFiles.open(root, path);
    expect(again.find(join(root, "sub/a"))?.zip).toBe(true);
    again.close();
  });

  test("a line that a kill has cut is left out, and the next one is whole", () => {
    const path = join(root, "2.jsonl");
    writeFileSync(path, `${JSON.stringify({ path: "a", ...entry })}\n{"path":"b","ha`);
    const pending = PendingFiles.open(root, path);
    pending.put(join(root, "c"), entry);
    pending.close();
    expect(readPendingFiles(path).map((one) => one.path)).toEqual(["a", "c"]);
  });

  test.each([
    { path: "../x" },
    { path: "/etc/passwd" },
    { path: "a/../../x" },
    { path: "" },
    { path: "." },
    { path: "a/.." },
    { path: "a/" },
    { path: "a\0b" },
    { path: 5 },
    { hash: "x" },
    { id: "../../x" },
    { certificate: "xx" },
    { identity: null },
  ])("a line that would lead elsewhere, or is malformed, is none of ours: %j", (parts) => {
    const path = join(root, "3.jsonl");
    writeFileSync(path, `${JSON.stringify({ path: "a", ...entry, ...parts })}\n`);
    expect(readPendingFiles(path)).toEqual([]);
  });

  test("no file is nothing pending", () => {
    expect(readPendingFiles(join(root, "none"))).toEqual([]);
    appendFileSync(join(root, "empty"), "");
    expect(readPendingFiles(join(root, "empty"))).toEqual([]);
    expect(readFileSync(join(root, "empty"), "utf8")).toBe("");
  });
});

describe("state folder", () => {
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
});
