/** Stryker's mutators, built into sources. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Instrumenter } from "@stryker-mutator/instrumenter";
import { root } from "../../scripts/workspaces.mjs";

const silent = () => {};
const logger = {
  isDebugEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  isInfoEnabled: () => false,
  isTraceEnabled: () => false,
  isWarnEnabled: () => false,
  debug: silent,
  error: silent,
  fatal: silent,
  info: silent,
  trace: silent,
  warn: silent,
};

/**
 * Lines and columns count from 1, as in Stryker's reports.
 *
 * @typedef {{ line: number, column: number }} Position
 * @typedef {{ id: string, fileName: string, mutatorName: string, replacement: string, location: { start: Position, end: Position }, status: string | undefined }} Mutant
 */

/**
 * @param {readonly string[]} files from the root of the repository.
 * @returns {Promise<{ sources: Map<string, string>, mutants: Mutant[] }>} the sources call
 *   `globalThis.svcMutants`. A mutant's id is its index.
 */
export async function instrument(files) {
  const result = await new Instrumenter(/** @type {any} */ (logger)).instrument(
    files.map((name) => ({ name, mutate: true, content: readFileSync(join(root, name), "utf8") })),
    // Texts are for people; no test compares them literally.
    { plugins: null, excludedMutations: ["StringLiteral"], ignorers: [] },
  );
  return {
    sources: new Map(result.files.map(({ name, content }) => [name, withoutHeader(content)])),
    mutants: result.mutants.map(({ id, fileName, mutatorName, replacement, location, status }) => ({
      id,
      fileName,
      mutatorName,
      replacement,
      location: { start: fromOne(location.start), end: fromOne(location.end) },
      status,
    })),
  };
}

/** @param {Position} position */
function fromOne({ line, column }) {
  return { line: line + 1, column: column + 1 };
}

const HEADER =
  /function stryNS_9fa48\(\) \{[\s\S]*?\nstryNS_9fa48\(\);\nfunction stryCov_9fa48[\s\S]*?return isActive\(id\);\n\}/;

/** Our own counters in place of Stryker's. */
function withoutHeader(/** @type {string} */ source) {
  return source.replace(HEADER, "const { stryCov_9fa48, stryMutAct_9fa48 } = globalThis.svcMutants;");
}
