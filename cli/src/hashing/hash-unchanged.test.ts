import { createHash } from "node:crypto";
import {
  appendFileSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ChangedWhileReadError, hashUnchanged } from "./hash-unchanged.js";

const folder = mkdtempSync(join(tmpdir(), "svc-proof-hash-"));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, sizeBytes: number) => {
  const path = join(folder, name);
  const bytes = Buffer.alloc(sizeBytes, name);
  writeFileSync(path, bytes);
  return { path, hash: createHash("sha256").update(bytes).digest("hex") };
};

test.each([0, 1, 262_144, 262_145, 9_000_000])("a file of %d bytes", async (sizeBytes) => {
  const { path, hash } = write(`${sizeBytes}`, sizeBytes);
  expect(await hashUnchanged(path, { followsLink: false })).toMatchObject({
    hash,
    identity: { size: sizeBytes },
  });
});

test.each([
  ["that grows", (path: string) => appendFileSync(path, "x")],
  ["that shrinks", (path: string) => truncateSync(path, 8_000_000)],
  ["whose content is replaced", (path: string) => writeFileSync(path, Buffer.alloc(12_000_000, "y"))],
  [
    "that is replaced by another",
    (path: string) => {
      writeFileSync(`${path}.new`, Buffer.alloc(12_000_000, "y"));
      renameSync(`${path}.new`, path);
    },
  ],
])("a file %s while it is read is told", async (name, change) => {
  const { path } = write(name, 12_000_000);
  let isChanged = false;
  const onProgress = () => {
    if (!isChanged) change(path);
    isChanged = true;
  };
  await expect(hashUnchanged(path, { followsLink: false, onProgress })).rejects.toThrow(
    ChangedWhileReadError,
  );
  expect(isChanged).toBe(true);
});

test("a link is followed only if it may be", async () => {
  const { path, hash } = write("target", 10);
  const link = join(folder, "link");
  symlinkSync(path, link);
  await expect(hashUnchanged(link, { followsLink: false })).rejects.toMatchObject({ code: "ELOOP" });
  expect((await hashUnchanged(link, { followsLink: true })).hash).toBe(hash);
});

test("an abort ends it with its reason", async () => {
  const { path } = write("long", 12_000_000);
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(hashUnchanged(path, { followsLink: false, signal })).rejects.toThrow("enough");
});
