import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { openWorkerPool } from "./worker-pool.js";

/** Answers, and writes the file when its event loop turns again. */
const LATER = `
const { writeFileSync } = require("node:fs");
exports.later = (path) => void setTimeout(() => writeFileSync(path, ""), 20);
`;

const folder = mkdtempSync(join(tmpdir(), "svc-worker-pool-"));
const program = join(folder, "later.cjs");
writeFileSync(program, LATER);
afterAll(() => rmSync(folder, { recursive: true }));

test("an idle worker waits in its event loop, where a stop always reaches it", async () => {
  const pool = openWorkerPool({ filename: pathToFileURL(program).href, name: "later", maxThreads: 1 });
  try {
    const written = join(folder, "written");
    await pool.run(written);
    await expect.poll(() => existsSync(written)).toBe(true);
  } finally {
    await pool.destroy();
  }
});
