/**
 * `npm run mutate -- PATH...`: measures the strength of the tests. Each source below the paths is
 * changed in one place at a time (Stryker's mutators without text literals), and its tests must
 * notice. Ends with the unexplained survivors and the share of noticed mutants by folder. Results
 * stay in `.mutation/` and are reused while the source and its tests are unchanged. `--list` runs
 * nothing and prints the stored results. One run at a time. Explained survivors are in
 * `equivalent-mutants.json`.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../scripts/root.mjs";
import { testsOf } from "./suites.mjs";
import { survivorsOf } from "./survivors.mjs";

const RESULTS = ".mutation";
/** At least this percentage of a folder's mutants is noticed. */
const TARGET_PERCENT = 92;
/** Added to the time that the tests take without a mutant. */
const MUTANT_TIMEOUT_MS = 10_000;

const words = process.argv.slice(2);
const paths = words.filter((word) => !word.startsWith("--"));
const isListOnly = words.includes("--list");
process.chdir(root);

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((name) => name.endsWith(".ts") && existsSync(name));
const tests = listed.filter((name) => name.endsWith(".test.ts"));
const files = listed
  .filter((name) => paths.some((path) => name === path || name.startsWith(`${path.replace(/\/$/, "")}/`)))
  .filter((name) => !/\.(?:test|testing|d)\.ts$|\/index\.ts$/.test(name))
  .sort();
if (files.length === 0) {
  process.stderr.write("Usage: npm run mutate -- PATH... [--list]\nNo source there, or no path was given.\n");
  process.exit(2);
}

// Some tests run the built command line.
if (!isListOnly)
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-b"], { stdio: "inherit" });
// A stopped run leaves its copy behind.
if (!isListOnly) rmSync(join(RESULTS, "copy"), { recursive: true, force: true });

/** @type {Map<string, { killed: number, timedOut: number, explained: number, survived: number }>} */
const folders = new Map();
let failures = 0;
for (const file of files) {
  const report = resultOf(file);
  if (report === null) {
    process.stdout.write(`${file}: not run\n`);
    failures += isListOnly ? 0 : 1;
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
process.exitCode = failures > 0 ? 2 : isWeak ? 1 : 0;

/**
 * Stryker's results for a file; null if it failed or was not run.
 * @param {string} file
 */
function resultOf(file) {
  const concerned = testsOf(file, tests);
  const key = keyOf([file, ...concerned]);
  const kept = join(RESULTS, `${file.replaceAll("/", "~")}.json`);
  const before = readJson(kept);
  if (before !== null && (before.key === key || isListOnly)) return before.report;
  if (isListOnly) return null;
  const reportFile = join(RESULTS, "report.json");
  const settings = join(RESULTS, "stryker.json");
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(settings, JSON.stringify(settingsFor(file, reportFile)));
  const stryker = join(root, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [stryker, "run", settings], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...vectors(), SVC_MUTATION_TESTS: JSON.stringify(concerned) },
  });
  if (status !== 0) {
    process.stdout.write(`${stdout}${stderr}`);
    return null;
  }
  const { files: reported } = JSON.parse(readFileSync(reportFile, "utf8"));
  const report = reported[file] ?? { source: readFileSync(file, "utf8"), mutants: [] };
  writeFileSync(kept, JSON.stringify({ key, report }));
  return report;
}

/**
 * @param {string} file
 * @param {string} reportFile
 */
function settingsFor(file, reportFile) {
  return {
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "test/mutation/vitest.config.ts", related: false },
    mutate: [file],
    // Texts are for people; no test compares them literally.
    mutator: { excludedMutations: ["StringLiteral"] },
    coverageAnalysis: "perTest",
    concurrency: 1,
    timeoutMS: MUTANT_TIMEOUT_MS,
    disableTypeChecks: false,
    reporters: ["json"],
    jsonReporter: { fileName: reportFile },
    logLevel: "warn",
    warnings: { slow: false },
    tempDirName: join(RESULTS, "copy"),
    // The verifier's build stays: tests run its command line, unchanged.
    ignorePatterns: [RESULTS, ".fuzz", "bench/dist", "service/dist", "verifier-web/dist", "docs"],
    // Stryker reads it with the API of TypeScript 6, which TypeScript 7 lacks. Vitest needs none of
    // Stryker's changes to it.
    tsconfigFile: "none",
  };
}

/** @param {readonly string[]} names */
function keyOf(names) {
  const hash = createHash("sha256");
  for (const name of names) hash.update(name).update("\0").update(readFileSync(name)).update("\0");
  return hash.digest("hex");
}

/** Third-party vectors are beside the checkout, but not beside Stryker's copy of it. */
function vectors() {
  const folder = join(root, "../shared/vectors");
  return existsSync(folder) ? { SVC_VECTORS: folder } : {};
}

/** @param {string} path */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}
