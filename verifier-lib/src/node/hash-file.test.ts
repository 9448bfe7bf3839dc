import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { hashFile } from "./hash-file.js";

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
