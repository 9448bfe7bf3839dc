/** Rows as a table for people: outcome, date, source, file; below it what needs a sentence. */
import { printable } from "@svc-proof/shared/text";
import { PLAIN, type Style } from "../terminal/style.js";
import type { Row } from "./row.js";

const WORDS = ["VERIFIED", "FAILED", "CORRECT SO FAR", "INDETERMINATE", "UNREADABLE"];
const WORD_WIDTH = Math.max(...WORDS.map(({ length }) => length));
/** Sources with longer names push the file to the right in their own row. */
const MAX_SOURCE_WIDTH = 40;

/** Widths of the columns of rows that follow each other. */
export interface Columns {
  time: number;
  source: number;
}

/** @param columns grow with the rows, so that those which come later line up with those before. */
export function table(rows: readonly Row[], style: Style, columns: Columns = { time: 0, source: 0 }): string {
  for (const { time, source } of rows) {
    columns.time = Math.max(columns.time, time?.length ?? 0);
    columns.source = Math.max(columns.source, Math.min(MAX_SOURCE_WIDTH, source?.length ?? 0));
  }
  return rows.flatMap((row) => rowLines(row, [columns.time, columns.source], style)).join("");
}

function rowLines(row: Row, widths: readonly number[], style: Style): string[] {
  const { outcome, reason, problem, time, source, file, original, beside, probablyChanged } = row;
  const margin = " ".repeat(WORD_WIDTH + 2 + (style === PLAIN ? 0 : 2));
  const word = wordOf(row).padEnd(WORD_WIDTH);
  const told = problem === null ? style.outcome(word, outcome, reason) : style.outcome(word, "failed", null);
  // A column without a value in any row is left out.
  const dated = [time, source].flatMap((cell, at) =>
    widths[at] === 0 ? [] : [printable(cell ?? "").padEnd(widths[at]!)],
  );
  const aside = (text: string) => `${margin}${style.aside(printable(text))}\n`;
  const limit = problem ?? (outcome === "verified" ? limitOf(row) : reasonOf(row));
  return [
    `${[told, ...dated, printable(file)].join("  ")}\n`,
    ...(original === null ? [] : [aside(`original ${original}`)]),
    ...beside.map((path) => aside(`with ${path}`)),
    ...(limit === null ? [] : [aside(limit)]),
    ...probablyChanged.map(
      (path) =>
        `${margin}${style.hint(printable(`probably changed: ${path} has the name or the size of the original, not its fingerprint`))}\n`,
    ),
  ];
}

/** What limits a verified date stands in the brackets of its sentence. */
function limitOf({ sentence }: Row): string | null {
  return /^VERIFIED \((.*?)\): /.exec(sentence)?.[1] ?? null;
}

/** The sentence without its first word, which the row begins with. */
function reasonOf({ sentence }: Row): string {
  return sentence.replace(/^[A-Z ]+: /, "");
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
