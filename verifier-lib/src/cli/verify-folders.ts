/** `svc-verify FOLDER...`: everything in it, each original with its evidence. */
import { printable } from "@svc-proof/shared/text";
import { type Arguments, expectNoneBesideFolder } from "./arguments.js";
import { statusOfRows, UNREADABLE, worseOf } from "./exit-status.js";
import { type ArrangedFiles, arrangeFiles } from "./many/arrange-files.js";
import type { HashItem, Verified } from "./many/examiner.js";
import { ExaminerPool } from "./many/examiner-pool.js";
import type { FileFacts } from "./many/file-facts.js";
import { walk } from "./many/walk.js";
import { complain, reasonOf } from "./messages.js";
import { UsageError } from "./options/usage-error.js";
import { CSV_TITLES, csvRow } from "./rows/csv.js";
import type { Row } from "./rows/row.js";
import { countsLine, table } from "./rows/table.js";
import { type Style, styleFor } from "./terminal/style.js";

/** Files without evidence that are named. */
const MAX_NAMED = 20;
/** Rows that are written at once. */
const PART_ROWS = 1000;

/**
 * @param entry the module of the program, which runs as a thread, too.
 * @param words from which the arguments were parsed.
 * @returns the exit status.
 * @throws UsageError if a given file cannot be read.
 */
export async function verifyFolders(args: Arguments, entry: URL, words: readonly string[]): Promise<number> {
  expectNoneBesideFolder(args);
  if (args.files.includes("-")) throw new UsageError("-: expected FILE, not FOLDER, beside it");
  const { paths, problems } = walk(args.files);
  for (const { path, error } of problems) complain(`${path}: ${reasonOf(error)}`);
  const pool = await ExaminerPool.open(args, entry, words);
  try {
    const files = await pool.run("look", paths, progress("reading", paths.length));
    const unreadable = files.filter(({ problem }) => problem !== null);
    for (const { path, problem } of unreadable) complain(`${path}: ${problem}`);
    const arranged = arrangeFiles(files, await otherHashes(pool, files));
    const { tasks } = arranged;
    const pieces = files.flatMap(({ path, found }) => (found === null ? [] : [{ path, piece: found }]));
    await pool.tell("find", pieces);
    const answered = await pool.run("verify", tasks, progress("verifying", tasks.length));
    const verified = answered.filter(({ isAbsorbed }) => !isAbsorbed);
    for (const { row } of verified) if (row.problem !== null) complain(`${row.file}: ${row.problem}`);
    const style = styleFor(args.color, process.stdout.isTTY === true, process.env);
    print(args, verified, arranged, style);
    const isWhole = problems.length + unreadable.length === 0;
    return worseOf(statusOfRows(verified.map(({ row }) => row)), isWhole ? 0 : UNREADABLE);
  } finally {
    await pool.close();
  }
}

/** Digests by the other hashes that seals use: keys by path. */
async function otherHashes(pool: ExaminerPool, files: readonly FileFacts[]): Promise<Map<string, string[]>> {
  const readable = files.filter(({ problem }) => problem === null);
  const items: HashItem[] = (["SHA-384", "SHA-512"] as const).flatMap((algorithm) => {
    const isUsed = files.some(({ content }) => content?.startsWith(`${algorithm} `));
    return isUsed ? readable.map(({ path }) => ({ path, algorithm })) : [];
  });
  const keys = await pool.run("hash", items);
  const found = new Map<string, string[]>();
  for (const [at, key] of keys.entries()) {
    if (key === null) continue;
    const { path } = items[at]!;
    found.set(path, [...(found.get(path) ?? []), key]);
  }
  return found;
}

function print(
  { format, isOnline }: Arguments,
  verified: readonly Verified[],
  { unproven }: ArrangedFiles,
  style: Style,
): void {
  if (format === "csv") process.stdout.write(CSV_TITLES);
  // In parts: one text of everything could be longer than the longest string.
  for (let at = 0; at < verified.length; at += PART_ROWS) {
    const part = verified.slice(at, at + PART_ROWS);
    if (format === "json") process.stdout.write(part.map(({ json }) => `${json}\n`).join(""));
    else if (format === "csv") process.stdout.write(part.map(({ row }) => csvRow(row)).join(""));
    else
      process.stdout.write(
        table(
          part.map(({ row }) => row),
          style,
        ),
      );
  }
  if (format !== "text") return;
  process.stdout.write(`${verified.length > 0 ? "\n" : ""}${summary(verified, unproven)}`);
  const isAskable = verified.some(({ row: { reason } }) => reason === "missing");
  if (isAskable && !isOnline) {
    process.stdout.write(`${style.hint("→ --online asks public endpoints about the dates that are open")}\n`);
  }
}

function summary(verified: readonly Verified[], unproven: readonly string[]): string {
  const rows: readonly Row[] = verified.map(({ row }) => row);
  const counts = verified.length === 0 ? "No evidence was found." : countsLine(rows);
  if (unproven.length === 0) return `${counts}\n`;
  const left = unproven.length - MAX_NAMED;
  return [
    counts,
    `${unproven.length === 1 ? "1 file has" : `${unproven.length} files have`} no evidence here:`,
    ...unproven.slice(0, MAX_NAMED).map((path) => `  ${printable(path)}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
    "",
  ].join("\n");
}

/** Shows how far the work has come, if standard error is a terminal. */
function progress(doing: string, count: number): (done: number) => void {
  if (!process.stderr.isTTY) return () => undefined;
  let shown = -1;
  return (done) => {
    const percent = Math.floor((done / count) * 100);
    if (percent === shown) return;
    shown = percent;
    process.stderr.write(`\r${doing}: ${done} of ${count}${done === count ? "\n" : ""}`);
  };
}
