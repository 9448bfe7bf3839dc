/** The fate of the mutants of one file, by Stryker's report and the list of equivalent mutants. */
import { readdirSync, readFileSync } from "node:fs";

/**
 * A mutant that no test can notice, and why. The line is identified by its text, because line
 * numbers change.
 *
 * @typedef {{ readonly file: string, readonly from: string, readonly to: string, readonly reason: string }} Equivalent
 */

/** @type {readonly Equivalent[]} */
const equivalents = readdirSync(new URL("equivalent/", import.meta.url)).flatMap((name) =>
  JSON.parse(readFileSync(new URL(`equivalent/${name}`, import.meta.url), "utf8")),
);

/** `Timeout`: the tests did not end. `Ignored` was not run. */
export const NOTICED = new Set(["Killed", "Timeout"]);
const UNNOTICED = new Set(["Survived", "NoCoverage"]);

/**
 * @param {string} file
 * @param {import("./results.mjs").Report} report
 */
export function survivorsOf(file, { source, mutants }) {
  const explained = equivalents.filter((one) => one.file === file);
  const lines = source.split("\n");
  const survivors = mutants
    .filter(({ status }) => UNNOTICED.has(status ?? ""))
    .map(({ status, replacement, location }) => ({ status, ...changeOf(lines, replacement, location) }));
  const open = survivors.filter(
    ({ from, to }) => !explained.some((one) => one.from === from && one.to === to),
  );
  return {
    killed: mutants.filter(({ status }) => NOTICED.has(status ?? "")).length,
    timedOut: mutants.filter(({ status }) => status === "Timeout").length,
    explained: survivors.length - open.length,
    survivors: open,
  };
}

/**
 * The line that a mutant changes, before and after, each as one line of text. Columns and lines
 * count from 1.
 */
function changeOf(
  /** @type {readonly string[]} */ lines,
  /** @type {string} */ replacement,
  /** @type {import("./results.mjs").JudgedMutant["location"]} */ { start, end },
) {
  const touched = lines.slice(start.line - 1, end.line);
  const first = touched[0] ?? "";
  const last = touched.at(-1) ?? "";
  const mutated = `${first.slice(0, start.column - 1)}${replacement}${last.slice(end.column - 1)}`;
  return { line: start.line, from: inOneLine(touched.join(" ")), to: inOneLine(mutated) };
}

/** @param {string} text */
function inOneLine(text) {
  return text.replace(/\s+/g, " ").trim();
}
