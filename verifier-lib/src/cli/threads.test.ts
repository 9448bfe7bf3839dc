import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { foundPiece } from "../evidence/kinds.js";
import { type Arguments, parseArguments } from "./arguments.js";
import { type EvidenceTask, lookAt } from "./look.js";
import { Examiner, ExaminerPool } from "./threads.js";

describe("examiner pool", () => {
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
  const open = (source = ECHO) =>
    ExaminerPool.open(parseArguments(WORDS) as Arguments, entryOf(source), WORDS);
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
});

describe("examiner", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-task-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const vector = (name: string) =>
    fileURLToPath(new URL(`../../../test/vectors/given/files/${name}`, import.meta.url));
  const [ots, tsr, pem, headers] = ["content.ots", "content.tsr", "root.pem", "block-0.txt"].map(vector) as [
    string,
    string,
    string,
    string,
  ];
  const original = join(folder, "original");
  writeFileSync(original, "x");
  const missing = join(folder, "missing");
  const HASH = "3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a";

  const task = (parts: Partial<EvidenceTask>): EvidenceTask => ({
    path: tsr,
    original: null,
    beside: [],
    isAbsorbed: false,
    probablyChanged: [],
    ...parts,
  });
  /** @param found what lies in the folders, too. */
  async function verifyAmong(found: readonly string[], parts: Partial<EvidenceTask>, ...words: string[]) {
    const examiner = await Examiner.open(parseArguments([...words, folder]) as Arguments);
    try {
      const pieces = await Promise.all(
        found.map(async (path) => ({ path, piece: (await lookAt(path)).found! })),
      );
      await examiner.run("find", [pieces]);
      return (await examiner.run("verify", [task(parts)]))[0]!;
    } finally {
      await examiner.close();
    }
  }
  const verify = (parts: Partial<EvidenceTask>, ...words: string[]) => verifyAmong([], parts, ...words);
  const reportAmong = async (found: readonly string[], parts: Partial<EvidenceTask>, ...words: string[]) =>
    JSON.parse((await verifyAmong(found, parts, "--json", ...words)).json!);
  const report = (parts: Partial<EvidenceTask>, ...words: string[]) => reportAmong([], parts, ...words);
  const named = ({ inputs }: { inputs: { kind: string; name: string | null; status: string }[] }) =>
    inputs.map(({ kind, name, status }) => [kind, name, status]);

  test("what was found proves a timestamp, and what belongs to it is named", async () => {
    const parts = { path: ots, beside: [{ path: tsr, kind: "seal" }] } as const;
    const timestamp = await reportAmong([headers, tsr], parts, "--trust", pem);
    expect([timestamp.outcome, named(timestamp)]).toEqual([
      "verified",
      [
        ["trust", pem, "checked"],
        ["seal", tsr, "checked"],
      ],
    ]);
    expect((await report(parts, "--trust", pem)).outcome).toBe("indeterminate");
  });

  test("what was found proves a seal, its own timestamps included", async () => {
    const found = [ots, vector("seal.ots"), headers];
    const beside = [
      { path: ots, kind: "timestamp" },
      { path: vector("seal.ots"), kind: "seal_timestamp" },
    ] as const;
    const seal = await reportAmong(found, { beside }, "--trust", pem);
    expect(named(seal)).toEqual([
      ["trust", pem, "checked"],
      ["timestamp", ots, "checked"],
      ["seal_timestamp", vector("seal.ots"), "checked"],
    ]);
    expect(seal.claims.map(({ source }: { source: { type: string } }) => source.type)).toContain(
      "bitcoin-block",
    );
  });

  test("what belongs to evidence that it does not prove is named, and of no use", async () => {
    const found = await report({ path: vector("proof.json"), beside: [{ path: ots, kind: "timestamp" }] });
    expect(named(found)).toContainEqual(["timestamp", ots, "not_applicable"]);
  });

  test("evidence that belongs to other evidence has a row of its own if it fails", async () => {
    expect((await verify({ path: ots, isAbsorbed: true })).isAbsorbed).toBe(true);
    const changed = { path: original, hash: "0".repeat(64) };
    expect((await verify({ path: ots, isAbsorbed: true, original: changed })).isAbsorbed).toBe(false);
    expect((await verify({ path: missing, isAbsorbed: true })).isAbsorbed).toBe(false);
  });

  test("an original was hashed before: its digest is compared", async () => {
    const found = await report({ path: ots, original: { path: original, hash: HASH } });
    expect(named(found)).toContainEqual(["original", original, "checked"]);
    const other = await report({ path: ots, original: { path: original, hash: "0".repeat(64) } });
    expect(other.outcome).toBe("failed");
    expect(named(await report({ path: ots }))).toEqual([]);
  });

  describe("a file that is gone by now", () => {
    test("of what was found counts as not found", async () => {
      const gone = join(folder, "gone.txt");
      writeFileSync(gone, readFileSync(headers));
      const examiner = await Examiner.open(parseArguments(["--json", folder]) as Arguments);
      await examiner.run("find", [[{ path: gone, piece: (await lookAt(gone)).found! }]]);
      rmSync(gone);
      const [verified] = await examiner.run("verify", [task({ path: ots })]);
      expect(verified!.row).toMatchObject({ outcome: "indeterminate", problem: null });
      await examiner.close();
    });

    test("is the evidence itself", async () => {
      expect((await verify({ path: missing })).row).toMatchObject({ file: missing, problem: "no such file" });
    });
  });

  test("files that have probably changed are in the row and among the notices", async () => {
    const parts = { path: ots, probablyChanged: ["a", "b"] };
    const found = await report(parts);
    expect(found.notices.at(-1)).toEqual({
      code: "original_probably_changed",
      evidence: { parts: ["a", "b"] },
    });
    const { row } = await verify(parts);
    expect([row.file, row.original, row.probablyChanged]).toEqual([ots, null, ["a", "b"]]);
    expect((await verify({ original: { path: original, hash: HASH } })).row.original).toBe(original);
    const codes = (await report({ path: ots })).notices.map(({ code }: { code: string }) => code);
    expect(codes).not.toContain("original_probably_changed");
  });

  test("a digest is a key; a file that is gone has its reason", async () => {
    const examiner = await Examiner.open(parseArguments([folder]) as Arguments);
    const hash = (path: string) => examiner.run("hash", [{ path, algorithms: ["SHA-256", "SHA-512"] }]);
    expect(await hash(original)).toEqual([
      {
        digests: [
          expect.stringMatching(/^SHA-256 [0-9a-f]{64}$/),
          expect.stringMatching(/^SHA-512 [0-9a-f]{128}$/),
        ],
        problem: null,
      },
    ]);
    expect(await hash(missing)).toEqual([{ digests: [], problem: "no such file" }]);
    await examiner.close();
  });

  test("certificates are found whatever the text around them", () => {
    const bytes = Buffer.concat([Buffer.from([0xe9, 0x0a]), readFileSync(pem)]);
    expect(foundPiece(new Uint8Array(bytes))).toEqual({ kind: "certificates", about: null, heights: [] });
  });
});
