#!/usr/bin/env node
/**
 * Gives every case to a runner and compares its results with the expected ones. README.md says what a runner is.
 *
 *     svc-proof-vectors [--kind KIND]... [--outcome-only] -- COMMAND [ARGUMENT]...
 *
 * Exit status: 0 all cases as expected; 1 some are not; 2 wrong usage, or the runner did not run.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = join(import.meta.dirname, "..");

/**
 * What a result has that is not expected; null if nothing.
 *
 * @param expected the member of a case.
 * @param result outcome and checks in the same form; undefined if the runner gave none.
 * @param outcomeOnly whether only the outcomes are compared.
 */
export function differenceOf(expected, result, outcomeOnly = false) {
  if (result === undefined) return "no result";
  if (result.outcome !== expected.outcome) return `expected ${expected.outcome}, got ${result.outcome}`;
  if (outcomeOnly) return null;
  const checks = (of) => (of.checks ?? []).map(({ id, status, code }) => `${id} ${status} ${code}`);
  const inputs = (of) =>
    of.inputs.map(({ kind, index, status, code }) => `${kind} ${index} ${status} ${code}`);
  const isTold = expected.inputs !== undefined && result.inputs !== undefined;
  for (const said of isTold ? [checks, inputs] : [checks]) {
    const [wanted, got] = [said(expected).join("; "), said(result).join("; ")];
    if (wanted !== got) return `expected ${wanted}, got ${got}`;
  }
  return null;
}

async function main() {
  const end = process.argv.indexOf("--");
  const command = end === -1 ? [] : process.argv.slice(end + 1);
  const { values } = readOptions(process.argv.slice(2, end === -1 ? undefined : end));
  if (command.length === 0) fail("no command after --");
  const known = kindsAt(root);
  for (const kind of values.kind ?? []) {
    if (!known.includes(kind)) fail(`no kind ${kind}: ${known.join(", ")}`);
  }
  const cases = (values.kind ?? known).flatMap((kind) =>
    JSON.parse(readFileSync(join(root, kind, "cases.json"), "utf8")).cases.map((one) => ({ kind, ...one })),
  );
  const results = await run(command, cases);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const one of cases) {
    const result = results.get(`${one.kind}/${one.name}`);
    if (result?.skipped !== undefined) {
      counts.skipped += 1;
      continue;
    }
    const difference = differenceOf(one.expected, result, values["outcome-only"]);
    counts[difference === null ? "passed" : "failed"] += 1;
    if (difference !== null) {
      process.stdout.write(`${one.kind}/${one.name}: ${difference}\n  ${one.about} ${one.spec}\n`);
    }
  }
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

/** The results by kind and name. The runner gets the cases without what is expected. */
async function run([program, ...words], cases) {
  const child = spawn(program, words, { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => {
    child.once("error", (error) => fail(error.message));
    child.once("close", (status, signal) => resolve(signal ?? status));
  });
  child.stdin.on("error", () => {});
  child.stdin.end(cases.map(({ expected, ...one }) => `${JSON.stringify(one)}\n`).join(""));
  const results = new Map();
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.trim() === "") continue;
    const result = readResult(line);
    results.set(`${result.kind}/${result.name}`, result);
  }
  const status = await ended;
  if (status !== 0) fail(`the runner ended with ${status}`);
  return results;
}

function readResult(line) {
  try {
    const result = JSON.parse(line);
    if (typeof result === "object" && result !== null) return result;
  } catch {
    // Said below.
  }
  return fail(`the runner wrote no JSON object: ${line.slice(0, 200)}`);
}

function kindsAt(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(join(folder, entry.name)).includes("cases.json"))
    .map(({ name }) => name)
    .sort();
}

function readOptions(args) {
  try {
    return parseArgs({
      args,
      options: { kind: { type: "string", multiple: true }, "outcome-only": { type: "boolean" } },
    });
  } catch (error) {
    return fail(error.message);
  }
}

function fail(text) {
  process.stderr.write(`svc-proof-vectors: ${text}\n`);
  process.exit(2);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
