/** Runs the mutants of some sources against the same tests, in a process that may be replaced. */
import { fork } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/workspaces.mjs";

/** A mutant that blocks one test for so long, and four times the longest test, does not end. */
const SILENCE_MS = 10_000;
/** Loading, and the longest test without a mutant. */
const BASELINE_SILENCE_MS = 300_000;

/**
 * @typedef {object} Job
 * @property {readonly string[]} files
 * @property {readonly string[]} tests
 * @property {Record<string, number[]>} only by file, the places of the mutants to run; all where a file has none.
 * @property {number} budgetMs
 */

/**
 * @typedef {object} Progress
 * @property {import("./results.mjs").JudgedMutant[]} mutants
 * @property {string[] | null} left ids of the mutants without a fate; null until the tests have run without a mutant.
 * @property {string | null} running the id of a mutant.
 */

/**
 * @param {Job} job
 * @param {(left: number) => void} onFate called after each mutant.
 * @returns {Promise<Map<string, import("./results.mjs").JudgedMutant[]>>} the mutants by file.
 */
export async function runJob(job, onFate) {
  const folder = mkdtempSync(join(tmpdir(), "svc-mutants-"));
  /** @type {Progress} */
  const progress = { mutants: [], left: null, running: null };
  try {
    while (progress.left?.length !== 0) {
      const before = progress.left?.length;
      const { left } = progress;
      const errors = await runProcess(
        { ...job, left, coverageFile: join(folder, "coverage.json") },
        progress,
        onFate,
      );
      if (progress.left === null) throw new Error(`The tests did not run:\n${errors}`);
      if (progress.left.length === before) throw new Error(`No mutant ran:\n${errors}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const byFile = new Map(job.files.map((file) => [file, /** @type {typeof progress.mutants} */ ([])]));
  for (const mutant of progress.mutants) byFile.get(mutant.fileName)?.push(mutant);
  return byFile;
}

/**
 * Ends when the process has run all mutants, or ended or was killed before.
 *
 * @param {Job & { left: string[] | null, coverageFile: string }} work
 * @param {Progress} progress is changed.
 * @param {(left: number) => void} onFate
 * @returns {Promise<string>} the end of what the process wrote to standard error.
 */
function runProcess(work, progress, onFate) {
  const child = fork(join(root, "test/mutation/mutant-worker.mjs"), [JSON.stringify(work)], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: { ...process.env, ...vectors() },
  });
  let errors = "";
  child.stderr?.on("data", (/** @type {Buffer} */ data) => {
    errors = `${errors}${data}`.slice(-4000);
  });
  let silenceMs = BASELINE_SILENCE_MS;
  const kill = () => child.kill("SIGKILL");
  let timer = setTimeout(kill, silenceMs);
  child.on("message", (/** @type {any} */ message) => {
    if (message.kind === "mutants" && progress.mutants.length === 0) progress.mutants = message.mutants;
    if (message.kind === "broken")
      process.stderr.write(`Without a mutant: ${message.test}: ${message.why}\n`);
    if (message.kind === "left") {
      progress.left = message.ids;
      silenceMs = SILENCE_MS + 4 * message.longest;
    }
    if (message.kind === "start") progress.running = message.id;
    if (message.kind === "fate") settle(progress, message.id, message, onFate);
    clearTimeout(timer);
    timer = setTimeout(kill, silenceMs);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => {
      clearTimeout(timer);
      if (progress.running !== null)
        settle(progress, progress.running, { status: "Timeout", by: "the process" }, onFate);
      resolve(errors);
    });
  });
}

/**
 * @param {Progress} progress
 * @param {string} id
 * @param {{ status: string, by?: string }} fate
 * @param {(left: number) => void} onFate
 */
function settle(progress, id, { status, by }, onFate) {
  const mutant = progress.mutants[Number(id)];
  if (mutant !== undefined) Object.assign(mutant, { status, by });
  progress.left = progress.left?.filter((one) => one !== id) ?? null;
  progress.running = null;
  onFate(progress.left?.length ?? 0);
}

/** Third-party vectors are beside the checkout. */
function vectors() {
  const folder = join(root, "../shared/vectors");
  return process.env["SVC_VECTORS"] === undefined && existsSync(folder) ? { SVC_VECTORS: folder } : {};
}
