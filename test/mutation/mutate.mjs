/**
 * `npm run mutate -- PATH...`: measures the strength of the tests. Each source below the paths is
 * changed in one place at a time (Stryker's mutators without text literals), and its tests must
 * notice. Ends with the unexplained survivors and the share of noticed mutants by folder.
 *
 * Results stay in `.mutation/`. While a source is unchanged, only mutants that survived run again,
 * and these only against the files of tests that changed; `--all` runs all. `--list` runs nothing and prints
 * the stored results. `--budget MS` sets how long the tests of one mutant may take without it: the
 * slowest are left out. `--jobs N` sets the number of processes (default: one for each core).
 * Explained survivors are in `equivalent/`.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../../scripts/workspaces.mjs";
import { hashOf, keepResult, keptResult, RESULTS } from "./results.mjs";
import { runJob } from "./run-job.mjs";
import { testsOf } from "./suites.mjs";
import { NOTICED, survivorsOf } from "./survivors.mjs";

/** At least this percentage of a folder's mutants is noticed. */
const TARGET_PERCENT = 92;

/** Results are stored after each job. */
const FILES_OF_A_JOB = 12;

const { values: options, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    budget: { type: "string", default: "1500" },
    jobs: { type: "string", default: String(availableParallelism()) },
  },
});
process.chdir(root);

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((name) => name.endsWith(".ts") && existsSync(name));
const tests = listed
  .filter((name) => name.endsWith(".test.ts"))
  // Only Vitest's own process puts modules in place of others.
  .filter((name) => !/\bvi\.(?:doMock|mock)\(/.test(readFileSync(name, "utf8")));
const files = listed
  .filter((name) => paths.some((path) => name === path || name.startsWith(`${path.replace(/\/$/, "")}/`)))
  .filter((name) => !/\.(?:test|testing|d)\.ts$|\/index\.ts$/.test(name))
  .sort();
if (files.length === 0) {
  process.stderr.write(
    "Usage: npm run mutate -- PATH... [--all] [--list] [--budget MS] [--jobs N]\nNo source there, or no path was given.\n",
  );
  process.exit(2);
}

mkdirSync(RESULTS, { recursive: true });
const failed = options.list ? [] : await runAll();

/** @type {Map<string, { killed: number, timedOut: number, explained: number, survived: number }>} */
const folders = new Map();
for (const file of files) {
  const report = keptResult(file)?.report ?? null;
  if (report === null) {
    process.stdout.write(`${file}: not run\n`);
    continue;
  }
  const { killed, timedOut, explained, survivors } = survivorsOf(file, report);
  const all = killed + explained + survivors.length;
  if (all === 0) continue;
  process.stdout.write(`${file}: ${killed} of ${all - explained} noticed, ${explained} equivalent\n`);
  for (const { line, from, to, status } of survivors) {
    process.stdout.write(`  ${file}:${line} ${status}\n    - ${from}\n    + ${to}\n`);
  }
  const folder = folders.get(dirname(file)) ?? { killed: 0, timedOut: 0, explained: 0, survived: 0 };
  folder.killed += killed;
  folder.timedOut += timedOut;
  folder.explained += explained;
  folder.survived += survivors.length;
  folders.set(dirname(file), folder);
}

process.stdout.write("\n");
let isWeak = false;
for (const [folder, { killed, timedOut, explained, survived }] of folders) {
  const percent = (100 * killed) / Math.max(killed + survived, 1);
  isWeak ||= percent < TARGET_PERCENT;
  process.stdout.write(
    `${folder}: ${percent.toFixed(1)} % noticed (${killed} of ${killed + survived}, ${timedOut} of them by not ending; ${explained} more are equivalent)\n`,
  );
}
process.exitCode = failed.length > 0 ? 2 : isWeak ? 1 : 0;

/** @typedef {{ files: string[], tests: readonly string[], only: Record<string, number[]> }} Job */

/** @returns {Promise<string[]>} the folders that could not be run. */
async function runAll() {
  /** @type {Map<string, Job>} */
  const jobs = new Map();
  for (const file of files) {
    const kept = options.all ? null : keptResult(file);
    const isKnown = kept !== null && kept.hash === hashOf(file);
    const concerned = testsOf(file, tests);
    const toRun = isKnown ? concerned.filter((test) => kept.tests[test] !== hashOf(test)) : concerned;
    if (isKnown && toRun.length === 0) continue;
    let name = [dirname(file), ...toRun].join(" ");
    while (jobs.get(name)?.files.length === FILES_OF_A_JOB) name += " and more";
    const job = jobs.get(name) ?? { files: [], tests: toRun, only: {} };
    job.files.push(file);
    if (isKnown) job.only[file] = unnoticed(kept.report);
    jobs.set(name, job);
  }
  const waiting = [...jobs.values()].sort((a, b) => b.files.length - a.files.length);
  /** @type {string[]} */
  const broken = [];
  await Promise.all(
    Array.from({ length: Number(options.jobs) }, async () => {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        const folder = dirname(job.files[0] ?? "");
        try {
          const reports = await runJob({ ...job, budgetMs: Number(options.budget) }, (left) =>
            showProgress(folder, left),
          );
          for (const [file, mutants] of reports) keepFates(file, mutants, job);
        } catch (error) {
          process.stderr.write(`${folder}: ${error instanceof Error ? error.message : error}\n`);
          broken.push(folder);
        }
      }
    }),
  );
  return broken;
}

/**
 * @param {string} name
 * @param {number} left
 */
function showProgress(name, left) {
  if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${left} left \u001b[K${left === 0 ? "\n" : ""}`);
  else if (left % 100 === 0) process.stderr.write(`${name}: ${left} left\n`);
}

/**
 * @param {string} file
 * @param {import("./results.mjs").JudgedMutant[]} mutants those that ran have a status.
 * @param {Job} job
 */
function keepFates(file, mutants, { tests: run, only }) {
  const before = only[file] === undefined ? null : keptResult(file);
  keepResult(file, {
    hash: hashOf(file),
    tests: { ...before?.tests, ...Object.fromEntries(run.map((test) => [test, hashOf(test)])) },
    report: {
      source: readFileSync(file, "utf8"),
      mutants: mutants.map((mutant, at) => {
        const known = before?.report.mutants[at];
        return known === undefined || NOTICED.has(mutant.status ?? "") ? mutant : known;
      }),
    },
  });
}

/**
 * @param {import("./results.mjs").Report} report
 * @returns {number[]} the places of the mutants that no test noticed.
 */
function unnoticed({ mutants }) {
  return mutants.flatMap(({ status }, at) => (status === "Ignored" || NOTICED.has(status ?? "") ? [] : [at]));
}
