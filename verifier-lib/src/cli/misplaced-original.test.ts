import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { otherReading } from "./misplaced-original.js";
import type { Row } from "./rows/row.js";

const folder = mkdtempSync(join(tmpdir(), "svc-misplaced-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "text");
writeFileSync(path, "text");

test.each([
  ["a file that cannot be read as evidence", { file: path, code: "format malformed" }, 2],
  ["standard input", { file: "-", code: "format malformed" }, 0],
  ["a file that failed otherwise", { file: path, code: "content content_hash_mismatch" }, 0],
  ["a file that was verified", { file: path, code: null }, 0],
  ["a file that could not be read", { file: path, code: "format input_unreadable", problem: "gone" }, 0],
])("%s: %#", async (_, parts, lines) => {
  const row = { problem: null, ...parts } as Row;
  const told = await otherReading([row], { original: null, hash: null, files: [parts.file] });
  expect(told).toHaveLength(lines);
});
