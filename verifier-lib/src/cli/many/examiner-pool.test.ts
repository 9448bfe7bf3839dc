import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Arguments, parseArguments } from "../arguments.js";
import { ExaminerPool } from "./examiner-pool.js";

const folder = mkdtempSync(join(tmpdir(), "svc-pool-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "file");
writeFileSync(path, "x");

/** A thread that answers each item with itself, and tells how it was asked. */
const ECHO = `
  import { parentPort, threadId, workerData } from "node:worker_threads";
  parentPort.on("message", ({ id, kind, items }) => {
    const answers = items.map((item) => ({ item, kind, parts: items.length, threadId, words: workerData.words }));
    if (!(kind === "hash" && items[0] === "never")) parentPort.postMessage({ id, answers });
  });`;
const entryOf = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const WORDS = ["--json", folder];
const open = (source = ECHO) => ExaminerPool.open(parseArguments(WORDS) as Arguments, entryOf(source), WORDS);
const paths = (count: number) => Array.from({ length: count }, () => path);

interface Echo {
  readonly item: string;
  readonly kind: string;
  readonly parts: number;
  readonly threadId: number;
  readonly words: readonly string[];
}

test("255 files are looked at here, one after the other", async () => {
  const pool = await open("throw new Error('no thread is needed')");
  const counts: number[] = [];
  const facts = await pool.run("look", paths(255), (count) => counts.push(count));
  await pool.close();
  expect(facts).toHaveLength(255);
  expect(facts.every((one) => one.path === path && one.sizeBytes === 1)).toBe(true);
  expect(counts).toEqual(Array.from({ length: 255 }, (_, i) => i + 1));
});

describe("256 items", () => {
  test("are shared among threads in parts of 16, and answered in their order", async () => {
    const pool = await open();
    const items = Array.from({ length: 300 }, (_, i) => `${i}`);
    const counts: number[] = [];
    const answers = (await pool.run("look", items, (count) => counts.push(count))) as unknown as Echo[];
    expect(answers.map(({ item }) => item)).toEqual(items);
    expect(answers.map(({ parts }) => parts)).toEqual([...Array(288).fill(16), ...Array(12).fill(12)]);
    expect(answers.every(({ kind, words }) => kind === "look" && words.join() === WORDS.join())).toBe(true);
    expect(counts).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
    // The threads stay for what comes next, however little it is.
    const again = (await pool.run("hash", ["x"] as never[])) as unknown as Echo[];
    expect(again).toMatchObject([{ item: "x", kind: "hash" }]);
    const before = new Set(answers.map(({ threadId }) => threadId));
    expect(before.size).toBeLessThanOrEqual(Math.min(availableParallelism(), 16));
    const more = (await pool.run("look", items)) as unknown as Echo[];
    const all = new Set([...before, ...more.map(({ threadId }) => threadId)]);
    expect(all.size).toBeLessThanOrEqual(Math.min(availableParallelism(), 16));
    await pool.close();
  });

  test("are exactly enough for threads", async () => {
    const pool = await open();
    const answers = (await pool.run("look", paths(256))) as unknown as Echo[];
    expect(answers[0]).toMatchObject({ item: path, parts: 16 });
    await pool.close();
  });
});

test.each([
  ["that throws", `${ECHO} throw new Error("broken");`, "broken"],
  ["that ends", "process.exit(0);", "a worker thread ended early"],
])("a thread %s ends the run, with the reason", async (_, source, message) => {
  const pool = await open(source);
  await expect(pool.run("look", paths(256))).rejects.toThrow(message);
  await pool.close();
});

test("whoever waits for large files to be hashed holds up nothing else", async () => {
  const pool = await open();
  await pool.run("look", paths(256));
  for (let i = 0; i < 2 * pool.hashingLanes; i++) pool.ask("hash", "never" as never).catch(() => undefined);
  const answered = (await pool.run("look", paths(3))) as unknown as Echo[];
  expect(answered.map(({ item }) => item)).toEqual(paths(3));
  await pool.close();
});

test("a pool that was closed has no threads", async () => {
  const pool = await open();
  await pool.run("look", paths(256));
  await pool.close();
  await expect(
    Promise.race([
      pool.run("look", paths(1)),
      new Promise((resolve) => setTimeout(resolve, 200, "unanswered")),
    ]),
  ).resolves.toBe("unanswered");
});
