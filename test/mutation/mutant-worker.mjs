/**
 * Runs the tests of a folder against its mutants, in one process: every mutant is built into the
 * sources beside the original, and a number says which of them is active. `mutate.mjs` starts it
 * and talks with it by messages.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { startTests } from "@vitest/runner";
import { createServer, createServerModuleRunner, runnerImport } from "vite";
import { root } from "../../scripts/workspaces.mjs";
import { instrument } from "./instrument.mjs";

/** How often a test with a mutant may pass a place of mutation, by how often it passes one without. */
const HITS_FACTOR = 50;
const HITS_BEYOND = 1_000_000;
const TEST_TIMEOUT_MS = 20_000;
/** What starts the programs that are built, and what calls their sources. */
const PROGRAMS = join(root, "test/svc-verify.ts");
const PROGRAMS_IN_PROCESS = join(root, "test/mutation/svc-verify-in-process.ts");

/** The process is replaced when it has grown to this. */
const RECYCLED_BYTES = 2 ** 31;

/** @type {{ files: string[], tests: string[], only: Record<string, number[]>, left: string[] | null, coverageFile: string, budgetMs: number }} */
const job = JSON.parse(process.argv[2] ?? "");

// What the instrumented sources call.
/** @type {string | null} */
let activeMutant = null;
let activations = 0;
let hits = 0;
let hitLimit = Number.POSITIVE_INFINITY;
/** @type {Uint8Array | null} */
let covered = null;
/** @type {any} */ (globalThis).svcMutants = {
  stryCov_9fa48: (/** @type {string[]} */ ...ids) => {
    if (covered !== null) for (const id of ids) covered[Number(id)] = 1;
    hits += 1;
    if (hits > hitLimit) throw new Error("A mutant does not end");
  },
  stryMutAct_9fa48: (/** @type {string} */ id) => {
    if (id !== activeMutant) return false;
    activations += 1;
    return true;
  },
};

const { sources, mutants } = await instrument(job.files);
const size = mutants.length;

let isGivenUp = false;
/** @type {unknown[]} */
const strayErrors = [];
process.on("uncaughtException", (error) => void strayErrors.push(error));
process.on("unhandledRejection", (error) => void strayErrors.push(error));

const server = await createServer({
  root,
  configFile: false,
  logLevel: "error",
  appType: "custom",
  server: { middlewareMode: true, hmr: false, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
  plugins: [
    {
      name: "mutants",
      enforce: "pre",
      config: async () => ({ resolve: { alias: await aliases() } }),
      resolveId: (name, importer) =>
        importer !== undefined && toSource(name, importer) === PROGRAMS ? PROGRAMS_IN_PROCESS : null,
      load: (id) => sources.get(relative(root, id.split("?")[0] ?? "")) ?? null,
    },
  ],
});
const modules = createServerModuleRunner(/** @type {any} */ (server.environments.ssr), {
  hmr: false,
  sourcemapInterceptor: false,
});

const config = {
  root,
  name: "",
  setupFiles: [],
  passWithNoTests: true,
  maxConcurrency: 5,
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: 120_000,
  sequence: { shuffle: false, concurrent: false, seed: 1, hooks: "stack", setupFiles: "list" },
  retry: 0,
  includeTaskLocation: false,
  allowOnly: true,
  tags: [],
  tagsFilter: undefined,
  strictTags: false,
  chaiConfig: undefined,
  diffOptions: { truncateThreshold: 20, maxDepth: 4 },
  snapshotOptions: { updateSnapshot: "none", expand: false },
  expect: { poll: { timeout: 20_000 } },
  experimental: { viteModuleRunner: true, importDurations: { limit: 0 } },
  fakeTimers: {},
};
// What Vitest's functions for tests look up.
Object.defineProperty(globalThis, "__vitest_worker__", {
  value: {
    config,
    ctx: { pool: "forks" },
    environment: { name: "node" },
    evaluatedModules: modules.evaluatedModules,
    resolvingModules: new Set(),
    moduleExecutionInfo: new Map(),
    providedContext: {},
    current: undefined,
    filepath: "",
    durations: { environment: 0, prepare: 0 },
    rpc: {},
  },
});
const { expect } = await import("vitest");
await modules.import(join(root, "test/property-seed.ts"));

/** @typedef {{ file: string, id: string, milliseconds: number, hits: number, covered: Uint8Array }} CoveringTest */

/** What is watched while a file of tests runs. */
class Runner {
  /** @type {"warm-up" | "baseline" | "mutant"} */
  mode = "baseline";
  /** @type {string | null} */
  failed = null;
  /** @type {Map<string, number>} */
  hitsOf = new Map();
  pool = "forks";
  config = config;
  /** @type {CoveringTest[]} */
  found = [];
  ofFile = new Uint8Array(size);

  importFile(/** @type {string} */ file) {
    return load(file);
  }

  onBeforeRunTask(/** @type {any} */ test) {
    if (this.failed !== null) test.mode = "skip";
    if (test.mode !== "run" && test.mode !== "queued") return;
    const worker = /** @type {any} */ (globalThis).__vitest_worker__;
    worker.current = test;
    worker.filepath = test.file.filepath;
    process.send?.({ kind: "test" });
    hits = 0;
    if (this.mode === "baseline") covered = new Uint8Array(size);
    else if (this.mode === "mutant") hitLimit = HITS_FACTOR * (this.hitsOf.get(test.id) ?? 0) + HITS_BEYOND;
  }

  onBeforeTryTask(/** @type {any} */ test) {
    expect.setState({
      assertionCalls: 0,
      isExpectingAssertions: false,
      isExpectingAssertionsError: null,
      expectedAssertionsNumber: null,
      expectedAssertionsNumberErrorGen: null,
      currentTestName: test.fullTestName,
    });
  }

  onAfterTryTask() {
    const { assertionCalls, expectedAssertionsNumber, expectedAssertionsNumberErrorGen } = expect.getState();
    if (expectedAssertionsNumber != null && assertionCalls !== expectedAssertionsNumber)
      throw expectedAssertionsNumberErrorGen?.();
  }

  onAfterRunTask(/** @type {any} */ test) {
    if (test.result?.state === "fail") this.failed ??= test.id;
    if (this.mode === "baseline" && test.result?.state === "pass") {
      this.found.push({
        file: relative(root, test.file.filepath),
        id: test.id,
        milliseconds: test.result.duration ?? 0,
        hits,
        covered: /** @type {Uint8Array} */ (covered),
      });
    }
    if (this.mode === "baseline") covered = this.ofFile;
    if (this.mode !== "mutant") this.failed = null;
    hitLimit = Number.POSITIVE_INFINITY;
  }

  extendTaskContext(/** @type {any} */ context) {
    Object.defineProperty(context, "expect", { get: () => expect });
    return context;
  }
}

const warm = await warmUp();
const { baseline, collected, statics, atLoading } = existsSync(job.coverageFile)
  ? readCoverage()
  : await runBaseline(warm);
const hitsOf = new Map(baseline.map((test) => [test.id, test.hits]));
/** @type {Map<string, number>} how many mutants the tests of a file noticed. */
const kills = new Map();
await tell({ kind: "mutants", mutants });
// Those that need modules anew come last: the others find everything loaded without a mutant.
const left = (job.left ?? toRun()).sort((a, b) => (statics[Number(a)] ?? 0) - (statics[Number(b)] ?? 0));
const longest = Math.max(0, ...baseline.map(({ milliseconds }) => milliseconds));
await tell({ kind: "left", ids: left, longest });
for (const id of left) {
  await tell({ kind: "start", id });
  const { status, by } = await fateOf(id);
  await tell({ kind: "fate", id, status, by });
  // A test that was given up goes on in the background.
  if (isGivenUp || process.memoryUsage.rss() > RECYCLED_BYTES) process.exit(3);
}
process.exit(0);

/**
 * Resolves once the message is on its way, which a mutant that blocks the process would prevent.
 *
 * @param {object} message
 */
function tell(message) {
  return new Promise((resolve) => void process.send?.(message, resolve));
}

/** The ids of the mutants to run. */
function toRun() {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return mutants.flatMap(({ id, fileName, status }) => {
    const place = seen.get(fileName) ?? 0;
    seen.set(fileName, place + 1);
    const only = job.only[fileName];
    return status === "Ignored" || (only !== undefined && !only.includes(place)) ? [] : [id];
  });
}

/**
 * @param {string} id of a mutant.
 * @returns {Promise<{ status: "Killed" | "Survived" | "NoCoverage" | "Timeout", by?: string }>}
 */
async function fateOf(id) {
  const at = Number(id);
  const isStatic = statics[at] === 1;
  const covering = baseline.filter(({ covered: ids }) => isStatic || ids[at] === 1);
  if (covering.length === 0) return { status: "NoCoverage" };
  const runs = runsOf(covering);
  if (isStatic) return runAll(runs, id, true);
  const fate = await runAll(runs, id, false);
  // What loading computes may be noticed by any test, also where a few run the place again.
  if (fate.status === "Survived" && (atLoading[at] === 1 || activations === 0)) {
    const anew = await runAll(runsOf(baseline), id, true);
    await warmUp();
    return anew;
  }
  if (fate.status !== "Killed") return fate;
  // Did the mutant fail the test, or what an earlier one left behind?
  const failing = runs.find(({ file }) => file === fate.file);
  if (failing === undefined || fate.test === null) return fate;
  const again = await runFile({ ...failing, ids: [fate.test] }, null);
  if (again === null) return fate;
  const anew = await runAll(runs, id, true);
  await warmUp();
  return anew;
}

/** @typedef {{ file: string, ids: string[], milliseconds: number }} FileRun */

/**
 * The cheapest tests first, and those that noticed other mutants; no more than the budget.
 *
 * @param {readonly CoveringTest[]} covering
 */
function runsOf(covering) {
  /** @type {Map<string, FileRun>} */
  const runs = new Map();
  let spent = 0;
  for (const { file, id, milliseconds } of [...covering].sort((a, b) => a.milliseconds - b.milliseconds)) {
    const known = runs.get(file) ?? { file, ids: [], milliseconds: collected.get(file) ?? 0 };
    spent += milliseconds + (known.ids.length === 0 ? known.milliseconds : 0);
    if (spent > job.budgetMs && runs.size > 0) break;
    known.ids.push(id);
    known.milliseconds += milliseconds;
    runs.set(file, known);
  }
  const rank = (/** @type {FileRun} */ run) => (run.milliseconds + 5) / (1 + (kills.get(run.file) ?? 0));
  return [...runs.values()].sort((a, b) => rank(a) - rank(b));
}

/**
 * @param {readonly FileRun[]} runs
 * @param {string} mutant
 * @param {boolean} isFresh whether the modules are loaded with the mutant.
 * @returns {Promise<{ status: "Killed" | "Survived" | "Timeout", by?: string, file?: string, test: string | null }>}
 */
async function runAll(runs, mutant, isFresh) {
  if (isFresh) reset();
  let total = 0;
  for (const run of runs) {
    const failure = await runFile(run, mutant);
    total += activations;
    if (failure === null) continue;
    kills.set(run.file, (kills.get(run.file) ?? 0) + 1);
    if (isFresh) reset();
    return {
      status: failure.isEndless ? "Timeout" : "Killed",
      by: `${run.file} ${failure.name}`,
      file: run.file,
      test: failure.test,
    };
  }
  activations = total;
  if (isFresh) reset();
  return { status: "Survived", test: null };
}

/**
 * @param {FileRun} run
 * @param {string | null} mutant
 * @returns {Promise<{ name: string, test: string | null, isEndless: boolean } | null>} the first failure.
 */
async function runFile({ file, ids }, mutant) {
  const runner = new Runner();
  runner.mode = "mutant";
  runner.hitsOf = hitsOf;
  strayErrors.length = 0;
  activations = 0;
  hits = 0;
  hitLimit = 100 * HITS_BEYOND;
  activeMutant = mutant;
  const [task] = await startTests(
    [/** @type {any} */ ({ filepath: join(root, file), testIds: ids, testLocations: undefined })],
    /** @type {any} */ (runner),
  ).finally(() => {
    activeMutant = null;
    hitLimit = Number.POSITIVE_INFINITY;
  });
  const all = everyTest(task);
  const failed = all.find((test) => test.result?.state === "fail");
  if (failed !== undefined) {
    const message = failed.result.errors?.[0]?.message ?? "";
    const isTimeout = /timed out in/i.test(message);
    isGivenUp ||= isTimeout;
    const isEndless = isTimeout || message.includes("does not end");
    return { name: failed.fullTestName, test: failed.id, isEndless };
  }
  const first = all.find((test) => test.result?.state === "pass") ?? null;
  if (task?.result?.state === "fail" || strayErrors.length > 0 || first === null)
    return { name: "(the file)", test: ids[0] ?? null, isEndless: false };
  return null;
}

/**
 * Runs all tests once, which loads what the first to need it loads.
 *
 * @returns {Promise<{ atLoading: Uint8Array, passed: Uint8Array }>} the mutants that are passed when modules are imported,
 *   and those that are passed at all.
 */
async function warmUp() {
  const [atLoading, passed] = [new Uint8Array(size), new Uint8Array(size)];
  for (const file of job.tests) {
    const runner = new Runner();
    runner.mode = "warm-up";
    process.send?.({ kind: "baseline", file });
    covered = atLoading;
    await load(join(root, file), false).catch(() => {});
    covered = passed;
    await startTests([join(root, file)], /** @type {any} */ (runner));
    covered = null;
  }
  return { atLoading, passed };
}

/** @param {{ atLoading: Uint8Array, passed: Uint8Array }} warm */
async function runBaseline({ atLoading, passed }) {
  /** @type {CoveringTest[]} */
  const all = [];
  /** @type {Map<string, number>} */
  const durations = new Map();
  const inTests = new Uint8Array(size);
  for (const file of job.tests) {
    const runner = new Runner();
    process.send?.({ kind: "baseline", file });
    covered = runner.ofFile;
    const [task] = await startTests([join(root, file)], /** @type {any} */ (runner));
    covered = null;
    for (const test of everyTest(task)) {
      if (test.result?.state === "fail")
        process.send?.({
          kind: "broken",
          test: `${file} ${test.fullTestName}`,
          why: test.result.errors?.[0]?.message,
        });
    }
    if (runner.found.length === 0 && task?.result?.state === "fail")
      process.send?.({ kind: "broken", test: file, why: task.result.errors?.[0]?.message });
    for (const test of runner.found) {
      for (let id = 0; id < size; id++) {
        if (runner.ofFile[id] === 1) test.covered[id] = 1;
        if (test.covered[id] === 1) inTests[id] = 1;
      }
      all.push(test);
    }
    durations.set(file, task?.collectDuration ?? 0);
  }
  // What no test passes once everything is loaded was computed by loading.
  const statics = atLoading.map((isPassed, id) => ((isPassed || passed[id]) && !inTests[id] ? 1 : 0));
  writeFileSync(
    job.coverageFile,
    JSON.stringify({
      collected: [...durations],
      statics: Buffer.from(statics).toString("base64"),
      atLoading: Buffer.from(atLoading).toString("base64"),
      tests: all.map((test) => ({ ...test, covered: Buffer.from(test.covered).toString("base64") })),
    }),
  );
  return { baseline: all, collected: durations, statics, atLoading };
}

function readCoverage() {
  const kept = JSON.parse(readFileSync(job.coverageFile, "utf8"));
  const bytes = (/** @type {string} */ text) => new Uint8Array(Buffer.from(text, "base64"));
  return {
    baseline: /** @type {CoveringTest[]} */ (
      kept.tests.map((/** @type {any} */ test) => ({ ...test, covered: bytes(test.covered) }))
    ),
    collected: new Map(/** @type {[string, number][]} */ (kept.collected)),
    statics: bytes(kept.statics),
    atLoading: bytes(kept.atLoading),
  };
}

/**
 * Evaluates a file of tests anew; what it imports stays.
 *
 * @param {string} file
 */
async function load(file, isAnew = true) {
  const node = modules.evaluatedModules.getModuleById(file);
  if (isAnew && node !== undefined) forget(node);
  return modules.import(file);
}

/** Has every module of the workspace evaluated anew. */
function reset() {
  for (const node of modules.evaluatedModules.idToModuleMap.values()) {
    if (node.meta !== undefined && "externalize" in node.meta) continue;
    forget(node);
  }
}

/** @param {any} node a module of Vite's runner. */
function forget(node) {
  node.promise = undefined;
  node.exports = undefined;
  node.evaluated = false;
  node.importers.clear();
}

/** @param {any} task @returns {any[]} */
function everyTest(task) {
  if (task === undefined) return [];
  return task.type === "test" ? [task] : (task.tasks ?? []).flatMap(everyTest);
}

/**
 * @param {string} name of a module, as it is imported.
 * @param {string} importer
 */
function toSource(name, importer) {
  return resolve(dirname(importer), name).replace(/\.js$/, ".ts");
}

/** The same as in `vitest.config.ts`, which Node cannot load. */
async function aliases() {
  const { module } = await runnerImport(join(root, "vitest.config.ts"), { configFile: false });
  return /** @type {any} */ (module).sources;
}
