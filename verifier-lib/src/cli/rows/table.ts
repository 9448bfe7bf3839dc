/** Rows as a table for people: outcome, date, source, file; below it what needs a sentence. */
import { printable } from "@svc-proof/shared/text";
import { PLAIN, type Style } from "../terminal/style.js";
import type { Row } from "./row.js";

const WORD_WIDTH = Math.max(
  ..."VERIFIED|FAILED|CORRECT SO FAR|INDETERMINATE|UNREADABLE".split("|").map(({ length }) => length),
);
/** Sources with longer names push the file to the right in their own row. */
const MAX_SOURCE_WIDTH = 40;
const TIME_WIDTH = "2026-11-22T09:31:57.000Z".length;

export function table(rows: readonly Row[], style: Style): string {
  const sourceWidth = Math.min(
    MAX_SOURCE_WIDTH,
    Math.max(0, ...rows.map(({ source }) => source?.length ?? 0)),
  );
  return rows.flatMap((row) => rowLines(row, sourceWidth, style)).join("");
}

function rowLines(row: Row, sourceWidth: number, style: Style): string[] {
  const { outcome, reason, problem, time, source, file, original, probablyChanged } = row;
  const margin = " ".repeat(WORD_WIDTH + 2 + (style === PLAIN ? 0 : 2));
  const word = wordOf(row).padEnd(WORD_WIDTH);
  const told = problem === null ? style.outcome(word, outcome, reason) : style.outcome(word, "failed", null);
  const cells = [
    (time ?? "").padEnd(TIME_WIDTH),
    printable(source ?? "").padEnd(sourceWidth),
    printable(file),
  ];
  const aside = (text: string) => `${margin}${style.aside(printable(text))}\n`;
  return [
    `${told}  ${cells.join("  ")}\n`,
    ...(original === null ? [] : [aside(`original ${original}`)]),
    ...(outcome === "verified" && problem === null
      ? limits(row).map(aside)
      : [aside(problem ?? row.sentence)]),
    ...probablyChanged.map(
      (path) =>
        `${margin}${style.hint(printable(`probably changed: ${path} has the name or the size of the original, not its fingerprint`))}\n`,
    ),
  ];
}

/** What limits a verified date stands in the brackets of its sentence. */
function limits({ sentence }: Row): string[] {
  const limit = /^VERIFIED \((.*)\): /.exec(sentence)?.[1];
  return limit === undefined ? [] : [limit];
}

function wordOf({ outcome, reason, problem }: Row): string {
  if (problem !== null) return "UNREADABLE";
  return reason === "missing" ? "CORRECT SO FAR" : outcome.toUpperCase();
}

/** How many files came to what. */
export function countsLine(rows: readonly Row[]): string {
  const count = (isCounted: (row: Row) => boolean) => rows.filter(isCounted).length;
  const of = (outcome: Row["outcome"]) =>
    count((row) => row.problem === null && row.outcome === outcome && row.reason !== "missing");
  const missing = count(({ problem, reason }) => problem === null && reason === "missing");
  return [
    `${rows.length} ${rows.length === 1 ? "file" : "files"}: ${of("verified")} verified`,
    `${of("failed")} failed`,
    ...(missing === 0 ? [] : [`${missing} correct so far`]),
    `${of("indeterminate")} indeterminate`,
    `${count(({ problem }) => problem !== null)} unreadable`,
  ].join(", ");
}
