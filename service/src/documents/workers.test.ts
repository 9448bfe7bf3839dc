import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isModuleNamespaceObject } from "node:util/types";
import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { COMPILED_SERVICE, compileService } from "../compile-service.testing.js";
import { withDefaults } from "../config/parse.js";
import { ApiError } from "../errors.js";
import { createLog } from "../log.js";
import { DocumentMetrics } from "../operations/metrics.js";
import { openCertificateFonts } from "./certificate/fonts.js";
import { packContent } from "./encode-zip.js";
import { type CertificateRequest, type DocumentTask, makeDocument, sampleCertificate } from "./worker.js";
import { DocumentMaker, DocumentWorkers, type DocumentWorkersOptions, openDocumentMaker } from "./workers.js";

describe("document maker", () => {
  const CERTIFICATE_BYTES = 1000;

  /** Makes certificates of a fixed size and records the tasks. */
  function newMaker(cacheBytes: number) {
    const made: DocumentTask[] = [];
    let failure: Error | null = null;
    const metrics = new DocumentMetrics(new Registry());
    const maker = new DocumentMaker({
      cacheBytes,
      metrics,
      make: async (task) => {
        made.push(task);
        await new Promise((resolve) => setImmediate(resolve));
        if (failure !== null) throw failure;
        const certificate =
          task.certificate instanceof Uint8Array
            ? task.certificate
            : new Uint8Array(CERTIFICATE_BYTES).fill(made.length);
        return { certificate, packed: (task.files ?? []).map((file) => packContent(file)) };
      },
    });
    return {
      maker,
      made,
      metrics,
      fail: (error: Error | null) => {
        failure = error;
      },
    };
  }

  const { facts } = sampleCertificate;
  const attachment = {
    name: "proof.json",
    bytes: Uint8Array.of(1),
    mimeType: "application/json",
    kind: "proof",
    relationship: "Data",
  } as const;

  /** Each differs from the sample in one input of its bytes. */
  const others: readonly CertificateRequest[] = [
    { facts, language: "es" },
    { facts: { ...facts, name: "other.pdf" }, language: "en" },
    { facts: { ...facts, sizeBytes: null }, language: "en" },
    { facts: { ...facts, state: "anchored" }, language: "en" },
    { facts: { ...facts, seal: { state: "pending" } }, language: "en" },
    { facts: { ...facts, bitcoin: { state: "submitted" } }, language: "en" },
    { facts: { ...facts, anchors: [] }, language: "en" },
    { facts: { ...facts, isDevelopment: false }, language: "en" },
    { facts: { ...facts, issuer: { ...facts.issuer, site: "other.invalid" } }, language: "en" },
    { facts: { ...facts, attachments: [attachment] }, language: "en" },
    { facts: { ...facts, attachments: [{ ...attachment, bytes: Uint8Array.of(2) }] }, language: "en" },
  ];

  test("a certificate is made once, and again for every input that changes its bytes", async () => {
    const { maker, made, metrics } = newMaker(1_000_000);
    const first = await maker.certificate(sampleCertificate, "an account");
    expect(first.tag).toBe(createHash("sha256").update(first.bytes).digest("base64url"));
    const tags = new Set([first.tag]);
    for (const other of others) tags.add((await maker.certificate(other, "an account")).tag);
    expect([tags.size, made.length]).toEqual([others.length + 1, others.length + 1]);
    // Equal facts, not the same object.
    expect(await maker.certificate(structuredClone(sampleCertificate), "an account")).toBe(first);
    for (const other of others) await maker.certificate(structuredClone(other), "an account");
    expect(made).toHaveLength(others.length + 1);
    expect(
      (await metrics.certificates.get()).values.map(({ labels, value }) => [labels.source, value]),
    ).toEqual([
      ["cache", others.length + 1],
      ["worker", others.length + 1],
    ]);
  });

  test("a document that is being made is not made twice", async () => {
    for (const cacheBytes of [1_000_000, 0]) {
      const { maker, made } = newMaker(cacheBytes);
      const asked = await Promise.all(
        Array.from({ length: 5 }, () => maker.certificate(sampleCertificate, "an account")),
      );
      expect(made).toHaveLength(1);
      expect(new Set(asked.map(({ tag }) => tag)).size).toBe(1);
    }
  });

  test("the cache is bounded in bytes, and drops the least recently used", async () => {
    const { maker, made } = newMaker(3 * 2 * CERTIFICATE_BYTES);
    const four = others.slice(0, 4);
    for (const other of four) await maker.certificate(other, "an account");
    await maker.certificate(others[3]!, "an account");
    expect(made).toHaveLength(4);
    await maker.certificate(others[0]!, "an account");
    expect(made).toHaveLength(5);
  });

  test.each([0, CERTIFICATE_BYTES])("a cache of %i bytes keeps no certificate", async (cacheBytes) => {
    const { maker, made } = newMaker(cacheBytes);
    await maker.certificate(sampleCertificate, "an account");
    await maker.certificate(sampleCertificate, "an account");
    expect(made).toHaveLength(2);
  });

  test("a failure reaches all who wait, and is not cached", async () => {
    const { maker, made, fail } = newMaker(1_000_000);
    fail(new Error("no worker"));
    const asked = await Promise.allSettled([
      maker.certificate(sampleCertificate, "an account"),
      maker.certificate(sampleCertificate, "an account"),
    ]);
    expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    fail(null);
    await maker.certificate(sampleCertificate, "an account");
    expect(made).toHaveLength(2);
  });

  test("packages and certificates share what was made", async () => {
    const { maker, made } = newMaker(1_000_000);
    const files = [Uint8Array.of(1, 2, 3)];
    await maker.packed(sampleCertificate, files, "an account");
    const { bytes } = await maker.certificate(sampleCertificate, "an account");
    expect(made).toEqual([{ certificate: sampleCertificate, files }]);
    await maker.packed(sampleCertificate, files, "an account");
    expect(made[1]).toEqual({ certificate: bytes, files });
  });
});

describe("document workers", () => {
  /** A worker that behaves as the file's name says. */
  const UNRULY = `
const { threadId } = require("node:worker_threads");
const { readdirSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const meeting = join(__dirname, "meeting");
const { setTimeout: sleep } = require("node:timers/promises");
const { workerData: { fontPaths } } = require("node:worker_threads");
let start;
exports.warmUp = () => (start ??= (async () => {
  if (fontPaths.includes("starts slowly")) await sleep(1_500);
  writeFileSync(join(__dirname, "warm"), "");
})());
exports.make = async ({ task: { certificate: { facts } }, begun }) => {
  await exports.warmUp();
  begun.postMessage(null);
  switch (facts.name) {
    case "exit": process.exit(0);
    case "throw": throw new RangeError("a certificate that cannot be drawn");
    case "reject later": setTimeout(() => { throw new Error("too late"); }, 1); break;
    case "hang": for (;;);
    case "wait": await new Promise((resolve) => setTimeout(resolve, 50)); break;
    case "meet":
      writeFileSync(join(meeting, String(threadId)), "");
      while (readdirSync(meeting).length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      break;
    case "memory": { const kept = []; for (;;) kept.push(new Array(100_000).fill({})); }
  }
  return { certificate: Uint8Array.of(threadId), packed: [] };
};
`;

  const require = createRequire(import.meta.url);
  const folder = mkdtempSync(join(tmpdir(), "svc-document-workers-"));
  const unruly = pathToFileURL(join(folder, "unruly.cjs"));
  writeFileSync(unruly, UNRULY);
  afterAll(() => rmSync(folder, { recursive: true }));

  let opened: DocumentWorkers | null = null;
  afterEach(() => opened?.close());

  function open(changes: Partial<DocumentWorkersOptions> = {}) {
    const metrics = new DocumentMetrics(new Registry());
    const options = {
      workers: 1,
      maxQueueLength: 2,
      timeoutMs: 20_000,
      fontPaths: [],
      log: createLog("silent"),
    };
    opened = new DocumentWorkers({ ...options, program: unruly, metrics, ...changes });
    return { workers: opened, metrics };
  }

  function named(name: string): DocumentTask {
    const { facts, language } = sampleCertificate;
    return { certificate: { facts: { ...facts, name }, language }, files: null };
  }

  async function refusalsOf({ refusals }: DocumentMetrics): Promise<Record<string, number>> {
    const { values } = await refusals.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels.reason, value]));
  }

  const UNAVAILABLE = { code: "unavailable", status: 503, headers: { "retry-after": "1" } };
  const ACCOUNT = "b9d4fb2c-8e0f-4e4c-9c4a-0a6ff1a2c001";
  const OTHER = "b9d4fb2c-8e0f-4e4c-9c4a-0a6ff1a2c002";

  describe("a worker that", () => {
    test.each(["exit", "throw", "memory"])(
      "fails (%s) gives an answer, and the next one is served",
      async (name) => {
        const { workers, metrics } = open();
        await expect(workers.make(named(name), ACCOUNT)).rejects.toMatchObject(UNAVAILABLE);
        expect((await workers.make(named("well"), ACCOUNT)).certificate).toHaveLength(1);
        expect(await refusalsOf(metrics)).toEqual({ queue_full: 0, timed_out: 0, failed: 1 });
      },
    );

    test("hangs is replaced after its time, and those behind it are served", async () => {
      const { workers, metrics } = open({ timeoutMs: 5_000 });
      const before = (await workers.make(named("well"), ACCOUNT)).certificate[0];
      const [hung, next] = await Promise.allSettled([
        workers.make(named("hang"), ACCOUNT),
        workers.make(named("well"), ACCOUNT),
      ]);
      expect(hung).toMatchObject({ status: "rejected", reason: UNAVAILABLE });
      expect(next).toMatchObject({ status: "fulfilled" });
      expect((await workers.make(named("well"), ACCOUNT)).certificate[0]).not.toBe(before);
      expect(await refusalsOf(metrics)).toEqual({ queue_full: 0, timed_out: 1, failed: 0 });
    });

    test("ends while idle affects nobody", async () => {
      const { workers } = open();
      await workers.make(named("reject later"), ACCOUNT);
      const made = await Promise.allSettled(
        Array.from({ length: 3 }, () =>
          workers.make(named("wait"), ACCOUNT).catch(() => workers.make(named("well"), ACCOUNT)),
        ),
      );
      expect(made.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
    });
  });

  test("refuses at once what does not fit into the queue, and reports room before", async () => {
    const { workers, metrics } = open();
    const fitting = Array.from({ length: 3 }, () => workers.make(named("wait"), ACCOUNT));
    expect(() => workers.assertRoom(ACCOUNT)).toThrow(ApiError);
    await expect(workers.make(named("well"), ACCOUNT)).rejects.toMatchObject(UNAVAILABLE);
    expect(await Promise.all(fitting)).toHaveLength(3);
    workers.assertRoom(ACCOUNT);
    await workers.make(named("well"), ACCOUNT);
    expect(await refusalsOf(metrics)).toEqual({ queue_full: 2, timed_out: 0, failed: 0 });
  });

  test("the queue is fair: what an account asks for keeps no place from another", async () => {
    const { workers } = open({ maxQueueLength: 3 });
    const order: string[] = [];
    const make = (account: string, nth: number) =>
      workers.make(named("wait"), account).then(
        () => order.push(`${account === ACCOUNT ? "one" : "other"} ${nth}`),
        (error: unknown) => {
          expect(error).toMatchObject(UNAVAILABLE);
          order.push(`refused ${nth}`);
        },
      );
    const first = [1, 2, 3, 4].map((nth) => make(ACCOUNT, nth));
    expect(() => workers.assertRoom(ACCOUNT)).toThrow(ApiError);
    workers.assertRoom(OTHER);
    await Promise.all([...first, make(OTHER, 5)]);
    expect(order).toEqual(["refused 4", "one 1", "one 2", "other 5", "one 3"]);
  });

  test("the time of a document begins when its worker has started", async () => {
    const { workers, metrics } = open({ fontPaths: ["starts slowly"], timeoutMs: 1_000 });
    expect((await workers.make(named("well"), ACCOUNT)).certificate).toHaveLength(1);
    await expect(workers.make(named("hang"), ACCOUNT)).rejects.toMatchObject(UNAVAILABLE);
    // By the next worker, which is as slow to start.
    expect((await workers.make(named("well"), ACCOUNT)).certificate).toHaveLength(1);
    expect(await refusalsOf(metrics)).toEqual({ queue_full: 0, timed_out: 1, failed: 0 });
  });

  test("as many work at the same time as there are workers", async () => {
    const { workers } = open({ workers: 2 });
    mkdirSync(join(folder, "meeting"));
    const made = await Promise.all([
      workers.make(named("meet"), ACCOUNT),
      workers.make(named("meet"), ACCOUNT),
    ]);
    expect(new Set(made.map(({ certificate }) => certificate[0])).size).toBe(2);
  });

  test("start without a document after some time", async () => {
    rmSync(join(folder, "warm"), { force: true });
    open({ startAfterMs: 10 });
    await expect.poll(() => existsSync(join(folder, "warm"))).toBe(true);
  });

  test("a document that comes after the stop starts none", async () => {
    rmSync(join(folder, "warm"), { force: true });
    const { workers } = open();
    await workers.close();
    await expect(workers.make(named("well"), ACCOUNT)).rejects.toMatchObject(UNAVAILABLE);
    expect(existsSync(join(folder, "warm"))).toBe(false);
  });

  test("a stop ends a hanging worker", async () => {
    const { workers } = open();
    const hung = workers.make(named("hang"), ACCOUNT);
    const ended = expect(hung).rejects.toMatchObject(UNAVAILABLE);
    await workers.close();
    await ended;
  });

  describe("the worker of the service", () => {
    const program = new URL("documents/worker-start.cjs", COMPILED_SERVICE);
    beforeAll(compileService);

    test("gives the same bytes as without a worker", async () => {
      const { workers } = open({ program });
      const fonts = await openCertificateFonts([]);
      const { facts } = sampleCertificate;
      // A view into a larger buffer, as a driver's answers are.
      const bytes = new Uint8Array(100_000).fill(7).subarray(10, 5_000);
      const attachment = { name: "proof.json", bytes, mimeType: "application/json" } as const;
      for (const language of LANGUAGES) {
        const task: DocumentTask = {
          certificate: {
            facts: {
              ...facts,
              name: "Прохання קובץ ملف कागज.pdf",
              attachments: [{ ...attachment, kind: "proof", relationship: "Data" }],
            },
            language,
          },
          files: [bytes, new Uint8Array(0), Buffer.from("text".repeat(1000))],
        };
        const [ours, reference] = [await workers.make(task, ACCOUNT), await makeDocument(task, fonts)];
        expect(Buffer.compare(ours.certificate, reference.certificate)).toBe(0);
        expect(ours.packed.map(({ packed, ...rest }) => [rest, Buffer.from(packed).toString("hex")])).toEqual(
          reference.packed.map(({ packed, ...rest }) => [rest, Buffer.from(packed).toString("hex")]),
        );
        const again = await workers.make({ ...task, certificate: ours.certificate }, ACCOUNT);
        expect(again).toEqual(ours);
      }
    });

    // Node 20 aborts the process when a worker ends while `require` loads an ES module, in three of four runs of 240 starts.
    test("is loaded as CommonJS, and can be stopped at any moment of its start", async () => {
      expect(isModuleNamespaceObject(require(fileURLToPath(program)))).toBe(false);
      for (let delayMs = 0; delayMs < 1_000; delayMs += 100) {
        const { workers } = open({ program, workers: 4, startAfterMs: 0 });
        await sleep(delayMs);
        await workers.close();
      }
    });

    test("creates no stream of zlib in a worker, because Node aborts if the worker is ended meanwhile", () => {
      const documents = fileURLToPath(new URL(".", import.meta.url));
      const used = readdirSync(documents, { recursive: true, encoding: "utf8" })
        .filter((path) => /(?<!\.test|\.testing)\.c?ts$/.test(path))
        .flatMap(
          (path) => readFileSync(join(documents, path), "utf8").match(/^import .* from "node:zlib"/gm) ?? [],
        );
      expect(new Set(used)).toEqual(new Set(['import { crc32 } from "node:zlib"']));
    });

    test("names an unreadable font before it serves anything", async () => {
      const config = { ...withDefaults({}), certificateFonts: ["/nowhere/font.ttf"] };
      await expect(openDocumentMaker(config, new Registry(), createLog("silent"))).rejects.toThrow(
        "/nowhere/font.ttf",
      );
    });

    test("reports a font that disappears while it serves, and uses it when it is back", async () => {
      const fontPath = join(folder, "font.woff");
      const { workers } = open({ program, fontPaths: [fontPath] });
      await expect(workers.make(named("well"), ACCOUNT)).rejects.toMatchObject(UNAVAILABLE);
      copyFileSync(require.resolve("@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff"), fontPath);
      expect((await workers.make(named("well"), ACCOUNT)).certificate.length).toBeGreaterThan(10_000);
    });
  });
});
