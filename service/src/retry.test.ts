import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it, test } from "vitest";
import { retry, WorkerPool } from "./retry.js";

describe("retry", () => {
  class Outage extends Error {}
  const isOutage = (error: unknown): error is Error => error instanceof Outage;

  describe("retry", () => {
    it("tries again until it succeeds, telling of each wait", async () => {
      const waits: number[] = [];
      let tries = 0;
      const attempt = async () => {
        if (++tries < 3) throw new Outage();
        return "answer";
      };
      const { signal } = new AbortController();
      const onWait = (_: Error, delayMs: number) => waits.push(delayMs);
      expect(await retry(attempt, { mayPass: isOutage, onWait, signal })).toBe("answer");
      expect(waits).toEqual([500, 1_000]);
    });

    it.each([
      ["an error that waiting does not mend", new TypeError("wrong"), Number.POSITIVE_INFINITY],
      ["an outage when there is no patience left", new Outage("away"), 499],
    ])("ends at %s", async (_, error, patienceMs) => {
      let tries = 0;
      const attempt = async () => {
        tries++;
        throw error;
      };
      const { signal } = new AbortController();
      const options = { mayPass: isOutage, onWait: () => {}, signal, patienceMs };
      await expect(retry(attempt, options)).rejects.toBe(error);
      expect(tries).toBe(1);
    });

    it("ends when its signal aborts", async () => {
      const stopping = new AbortController();
      const attempt = async () => {
        throw new Outage();
      };
      const options = { mayPass: isOutage, onWait: () => stopping.abort(), signal: stopping.signal };
      await expect(retry(attempt, options)).rejects.toThrow(/aborted/);
    });
  });
});

describe("worker pool", () => {
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
});
