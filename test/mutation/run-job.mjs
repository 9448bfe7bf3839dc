/** Runs the mutants of some sources against the same tests, in a process that may be replaced. */
import { fork } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/root.mjs";

/** A mutant that blocks one test for so long, and four times the longest test, does not end. */
const SILENCE_MS = 10_000;
/** Loading, and the longest test without a mutant. */
const BASELINE_SILENCE_MS = 300_000;

/**
 * @param {{ files: readonly string[], tests: readonly string[], only: Record<string, number[]>, budgetMs: number }} job
 *   `only`: by file, the places of the mutants to run; all where a file has none.
 * @param {(left: number) => void} onFate called after each mutant.
 * @returns {Promise<Map<string, import("./results.mjs").JudgedMutant[]>>} the mutants by file.
 */
export async function runJob({ budgetMs, files, tests, only }, onFate) {
  const folder = mkdtempSync(join(tmpdir(), "svc-mutants-"));
  try {
    /** @type {import("./results.mjs").JudgedMutant[]} */
    let mutants = [];
    /** @type {string[] | null} */
    let left = null;
    do {
      const coverageFile = join(folder, "coverage.json");
      left = await runProcess({ budgetMs, files, tests, only, left, coverageFile });
      if (left?.length === 0) break;
    } while (left !== null);
    const byFile = new Map(files.map((file) => [file, /** @type {typeof mutants} */ ([])]));
    for (const mutant of mutants) byFile.get(mutant.fileName)?.push(mutant);
    return byFile;

    /**
     * @param {{ budgetMs: number, files: readonly string[], tests: readonly string[], only: Record<string, number[]>, left: string[] | null, coverageFile: string }} work
     * @returns {Promise<string[] | null>} the ids of the mutants that are left.
     */
    async function runProcess(work) {
      const isAgain = existsSync(work.coverageFile);
      return new Promise((resolve, reject) => {
        const child = fork(join(root, "test/mutation/mutant-worker.mjs"), [JSON.stringify(work)], {
          cwd: root,
          stdio: ["ignore", "ignore", "pipe", "ipc"],
          env: { ...process.env, ...vectors() },
        });
        let errors = "";
        child.stderr?.on("data", (/** @type {Buffer} */ data) => {
          errors = `${errors}${data}`.slice(-4000);
        });
        /** @type {string | null} */
        let running = null;
        let isEnded = false;
        let silenceMs = BASELINE_SILENCE_MS;
        /** @type {NodeJS.Timeout} */
        let timer;
        const wait = () => {
          clearTimeout(timer);
          timer = setTimeout(() => child.kill("SIGKILL"), silenceMs);
        };
        wait();
        child.on("message", (/** @type {any} */ message) => {
          wait();
          if (message.kind === "mutants" && !isAgain) mutants = message.mutants;
          if (message.kind === "broken")
            process.stderr.write(`Without a mutant: ${message.test}: ${message.why}\n`);
          if (message.kind === "left") {
            left = message.ids;
            silenceMs = SILENCE_MS + 4 * message.longest;
          }
          if (message.kind === "start") running = message.id;
          if (message.kind === "fate") fateOf(message.id, message.status, message.by);
          if (message.kind === "end") isEnded = true;
        });
        child.on("exit", () => {
          clearTimeout(timer);
          if (isEnded) return resolve(null);
          if (left === null) return reject(new Error(`The tests did not run:\n${errors}`));
          if (running !== null) fateOf(running, "Timeout", "the process");
          resolve(left);
        });

        function fateOf(/** @type {string} */ id, /** @type {string} */ status, /** @type {string} */ by) {
          const mutant = mutants[Number(id)];
          if (mutant !== undefined) Object.assign(mutant, { status, by });
          left = left?.filter((one) => one !== id) ?? null;
          running = null;
          onFate(left?.length ?? 0);
        }
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Third-party vectors are beside the checkout. */
function vectors() {
  const folder = join(root, "../shared/vectors");
  return process.env["SVC_VECTORS"] === undefined && existsSync(folder) ? { SVC_VECTORS: folder } : {};
}
