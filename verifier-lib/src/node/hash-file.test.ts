import { createHash, randomBytes } from "node:crypto";
import {
  appendFileSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { UnreadableInputError } from "../package/random-access.js";
import { hashFile } from "./hash-file.js";
import { knowsOpenPaths, openPaths } from "./open-paths.testing.js";

const folder = mkdtempSync(join(tmpdir(), "svc-proof-hash-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([0, 1, 128 * 1024 - 1, 128 * 1024, 128 * 1024 + 1, 9 * 1024 * 1024 + 5])(
  "a file of %i bytes",
  async (size) => {
    const path = join(folder, String(size));
    const bytes = randomBytes(size);
    writeFileSync(path, bytes);
    const seen: number[] = [];
    expect(await hashFile(path, { onProgress: (hashedBytes) => seen.push(hashedBytes) })).toBe(
      createHash("sha256").update(bytes).digest("hex"),
    );
    expect(seen.at(-1)).toBe(size);
  },
);

test.each(["SHA-384", "SHA-512"] as const)("a file by %s", async (algorithm) => {
  const path = join(folder, algorithm);
  writeFileSync(path, "content");
  const expected = createHash(algorithm.replace("-", "")).update("content").digest("hex");
  expect(await hashFile(path, { algorithm })).toBe(expected);
});

test("a missing file throws the file system's error, an abort its reason", async () => {
  await expect(hashFile(join(folder, "missing"))).rejects.toMatchObject({ code: "ENOENT" });
  const path = join(folder, "large");
  writeFileSync(path, randomBytes(9 * 1024 * 1024));
  await expect(hashFile(path, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
});

const overwrite = (path: string) => writeFileSync(path, new Uint8Array(9_000_000).fill(1), { flag: "r+" });

test.each([
  ["appended to", (path: string) => appendFileSync(path, "x")],
  ["cut", (path: string) => truncateSync(path, 5_000_000)],
  ["overwritten", overwrite],
  [
    "overwritten and given its time back",
    (path: string) => {
      const { atimeMs, mtimeMs } = statSync(path);
      overwrite(path);
      utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
    },
  ],
])("a file that is %s while it is read has no hash", async (name, change) => {
  const path = join(folder, name);
  writeFileSync(path, new Uint8Array(9_000_000));
  let isChanged = false;
  const onProgress = () => {
    if (!isChanged) change(path);
    isChanged = true;
  };
  await expect(hashFile(path, { onProgress })).rejects.toThrow(UnreadableInputError);
});

test("progress is told every 4 MiB and at the end", async () => {
  const path = join(folder, "progress");
  const MIB = 1024 * 1024;
  for (const [size, expected] of [
    [0, [0]],
    [4 * MIB - 1, [4 * MIB - 1]],
    [4 * MIB, [4 * MIB, 4 * MIB]],
    [9 * MIB, [4 * MIB, 8 * MIB, 9 * MIB]],
  ] as const) {
    writeFileSync(path, new Uint8Array(size));
    const seen: number[] = [];
    await hashFile(path, { onProgress: (hashedBytes) => seen.push(hashedBytes) });
    expect(seen).toEqual(expected);
  }
});

test.skipIf(!knowsOpenPaths)("the file is closed, whatever happens", async () => {
  const path = join(folder, "closed");
  writeFileSync(path, new Uint8Array(5 * 1024 * 1024));
  await hashFile(path);
  await expect(hashFile(path, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  expect(openPaths()).not.toContain(path);
});
