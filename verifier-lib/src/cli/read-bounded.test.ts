import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { withStandardInput } from "./captured.testing.js";
import { readBounded } from "./read-bounded.js";

const folder = mkdtempSync(join(tmpdir(), "svc-read-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "file");

/** Streams of the file system hand over 65,536 bytes at a time. */
const MAX_BYTES = 100_000;

test.each([0, 1, 99_999, 100_000, 100_001, 100_002, 200_000, 1_000_000])(
  "of %i bytes, a file and standard input give no more than one beyond the limit",
  async (size) => {
    const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, i) => i % 251));
    writeFileSync(path, bytes);
    const expected = bytes.subarray(0, MAX_BYTES + 1);
    expect(expected.equals(await readBounded(path, MAX_BYTES))).toBe(true);
    const piped = await withStandardInput(path, () => readBounded("-", MAX_BYTES));
    expect(expected.equals(piped)).toBe(true);
  },
);

test("no more is read than it takes to see that the limit is passed", async () => {
  const ofSizes = (...sizes: number[]) =>
    Readable.from(
      (function* () {
        for (const size of sizes) yield Buffer.alloc(size, 1);
        throw new Error("read on");
      })(),
    );
  const length = async (...sizes: number[]) =>
    (
      await withStandardInput(
        () => ofSizes(...sizes),
        () => readBounded("-", MAX_BYTES),
      )
    ).length;
  expect(await length(60_000, 60_000)).toBe(MAX_BYTES + 1);
  expect(await length(MAX_BYTES, 1)).toBe(MAX_BYTES + 1);
  await expect(length(60_000, 40_000)).rejects.toThrow("read on");
});

test("a file that is missing, or a folder, has the file system's error", async () => {
  await expect(readBounded(join(folder, "missing"), 1)).rejects.toMatchObject({ code: "ENOENT" });
  await expect(readBounded(folder, 1)).rejects.toMatchObject({ code: "EISDIR" });
});
