/** The stored results of mutation runs: one file for each source. */
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Relative to the root of the repository. */
export const RESULTS = ".mutation";

/**
 * @typedef {Omit<import("./instrument.mjs").Mutant, "status"> & { status?: string | undefined, by?: string | undefined }} JudgedMutant
 *   `status`: `Killed`, `Timeout`, `Survived`, `NoCoverage` or `Ignored`. `by`: the test that noticed it.
 * @typedef {{ source: string, mutants: JudgedMutant[] }} Report
 * @typedef {{ hash: string, tests: Record<string, string>, report: Report }} Result
 *   `hash`: of the source; `tests`: the hash of each file of tests that it ran against.
 */

/** @param {string} file a source, from the root. */
const pathOf = (file) => join(RESULTS, `${file.replaceAll("/", "~")}.json`);

/**
 * @param {string} file
 * @returns {Result | null} null if it was not run.
 */
export function keptResult(file) {
  try {
    return JSON.parse(readFileSync(pathOf(file), "utf8"));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * @param {string} file
 * @param {Result} result
 */
export function keepResult(file, result) {
  const path = pathOf(file);
  writeFileSync(`${path}.new`, JSON.stringify(result));
  renameSync(`${path}.new`, path);
}

/** @param {string} name a file, from the root. */
export function hashOf(name) {
  return createHash("sha256").update(readFileSync(name)).digest("hex");
}
