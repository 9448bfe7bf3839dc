import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { WorkerPool } from "./worker-pool.js";

/** Answers, and writes the file when its event loop turns again. */
const LATER = `
const { writeFileSync } = require("node:fs");
exports.warmUp = () => {};
exports.later = (path) => void setTimeout(() => writeFileSync(path, ""), 20);
`;

/** Cannot be loaded until the file is there. */
const SHORT = `
const { readFileSync } = require("node:fs");
const path = require("node:path").join(__dirname, "enough");
readFileSync(path);
exports.warmUp = () => {};
exports.answer = (value) => value;
`;

const folder = mkdtempSync(join(tmpdir(), "svc-worker-pool-"));
const program = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return pathToFileURL(path).href;
};
afterAll(() => rmSync(folder, { recursive: true }));

const fail = (error: Error) => {
  throw error;
};

test("an idle worker waits in its event loop, where a stop always reaches it", async () => {
  const pool = new WorkerPool({ filename: program("later.cjs", LATER), maxThreads: 1 }, fail);
  try {
    const written = join(folder, "written");
    await pool.run("later", written);
    await expect.poll(() => existsSync(written)).toBe(true);
  } finally {
    await pool.close();
  }
});

test.each([
  ["that stay", {}],
  ["that end when idle", { idleTimeout: 60_000 }],
])(
  "workers %s: a start that fails is told at once, and tried again until one succeeds",
  async (_, options) => {
    const failures: Error[] = [];
    const pool = new WorkerPool(
      { filename: program("short.cjs", SHORT), maxThreads: 2, ...options },
      (error) => failures.push(error),
    );
    try {
      const asked = [pool.run("answer", 1), pool.run("answer", 2), pool.run("answer", 3)];
      // The second of a worker that was tried again.
      await expect.poll(() => failures.length).toBeGreaterThan(2);
      expect(failures[0]).toMatchObject({ code: "ENOENT" });
      writeFileSync(join(folder, "enough"), "");
      expect(await Promise.all(asked)).toEqual([1, 2, 3]);
    } finally {
      await pool.close();
      rmSync(join(folder, "enough"), { force: true });
    }
  },
);
