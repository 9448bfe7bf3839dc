/** `svc-verify FILE...`: each file by itself, with what is given beside it. */

import { printable, printableJson } from "@svc-proof/shared/text";
import type { RandomAccess } from "../content/random-access.js";
import { type Report, reportText, summaryLine } from "../index.js";
import type { Arguments } from "./arguments.js";
import { EXIT_STATUS, UNREADABLE, worseOf } from "./exit-status.js";
import { readGiven } from "./given-files.js";
import { complain, reasonOf } from "./messages.js";
import { otherReading } from "./misplaced-original.js";
import { DefaultSources } from "./online/default-sources.js";
import { originalHash } from "./original-hash.js";
import { CSV_TITLES, csvRow } from "./rows/csv.js";
import { type Row, rowOf } from "./rows/row.js";
import { countsLine } from "./rows/table.js";
import { hintsOf } from "./terminal/hints.js";
import { type Style, styleFor } from "./terminal/style.js";
import { verifyPath } from "./verify-path.js";

/**
 * @returns the exit status.
 * @throws UsageError if a given file cannot be read.
 */
export async function verifyFiles(args: Arguments): Promise<number> {
  const { given, close } = await readGiven(args);
  try {
    const style = styleFor(args.color, process.stdout.isTTY === true, process.env);
    const contentHash = args.original === null ? async () => args.hash : hashOriginal(args.original);
    const asked = {
      sources: args.sources,
      bitcoinSources: args.bitcoinSources,
      defaults: args.isOnline ? new DefaultSources(args.timeoutMs) : null,
    };
    const options = {
      args,
      given,
      asked,
      original: args.original,
      isOriginalRequired: args.isOriginalRequired,
      contentHash,
    };
    if (args.format === "csv") process.stdout.write(CSV_TITLES);
    const rows: Row[] = [];
    let status = 0;
    for (const path of args.files) {
      if (args.files.length > 1) showProgress(rows.length + 1, args.files.length);
      const { report, problem } = await verifyPath(path, options);
      if (problem !== null) complain(`${path}: ${problem}`);
      const row = rowOf(report, { path, original: args.original, beside: [], probablyChanged: [], problem });
      rows.push(row);
      print(report, row, args, style);
      status = worseOf(problem === null ? EXIT_STATUS[report.outcome] : UNREADABLE, status);
    }
    if (args.format !== "text") return status;
    if (args.files.length > 1) process.stdout.write(`\n${countsLine(rows)}\n`);
    for (const line of await otherReading(rows, args)) process.stderr.write(`${printable(line)}\n`);
    return status;
  } finally {
    await close();
  }
}

function print(report: Report, row: Row, args: Arguments, style: Style): void {
  const { outcome, reason } = report;
  if (args.format === "json") process.stdout.write(`${printableJson(report)}\n`);
  else if (args.format === "csv") process.stdout.write(csvRow(row));
  else if (args.files.length > 1) {
    const told = style.outcome(summaryLine(report), outcome, reason);
    process.stdout.write(`${printable(row.file)}: ${told}\n`);
  } else if (row.problem === null) {
    const text = reportText(report, {
      headline: (line) => style.outcome(line, outcome, reason),
      status: style.status,
      below: (check) => hintsOf(check, args).map((hint) => style.hint(printable(`→ ${hint}`))),
    });
    process.stdout.write(`${text}\n`);
  }
}

/** Throws if the original cannot be read. Nothing is verified then. */
function hashOriginal(path: string): (input: RandomAccess) => Promise<string | null> {
  const hash = originalHash(path);
  return async (input) => {
    try {
      return await hash(input);
    } catch (error) {
      throw new Error(`${path}: ${reasonOf(error)}`, { cause: error });
    }
  };
}

function showProgress(number: number, count: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${number} of ${count}${number === count ? "\n" : ""}`);
}
