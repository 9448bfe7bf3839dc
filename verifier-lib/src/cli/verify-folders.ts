/** `svc-verify FOLDER...`: everything in it, each original with its evidence. */

import {
  complain,
  EXIT,
  reasonOf,
  type Style,
  styleFor,
  UsageError,
  worseOf,
} from "../command-line/output.js";
import type { InputKind } from "../index.js";
import { type Walked, walk } from "../node/files.js";
import { type Arguments, expectNoneBesideFolder } from "./arguments.js";
import { type EvidenceTask, type FileFacts, FolderPlan } from "./look.js";
import {
  type Columns,
  CSV_TITLES,
  countsLine,
  csvOfLine,
  csvRow,
  type FileLine,
  jsonOfLine,
  type Row,
  statusOfRows,
  table,
  textOfLines,
} from "./rows.js";
import { ExaminerPool, partsOf, type Verified } from "./threads.js";

/** Rows that are written at once. */
const PART_ROWS = 16;

/**
 * @param entry the module of the program, which runs as a thread, too.
 * @param words from which the arguments were parsed.
 * @returns the exit status.
 * @throws UsageError if a given file cannot be read.
 */
export async function verifyFolders(args: Arguments, entry: URL, words: readonly string[]): Promise<number> {
  expectNoneBesideFolder(args);
  if (args.files.includes("-")) throw new UsageError("-: expected FILE, not FOLDER, beside it");
  const walked = walk(args.files);
  for (const { path, error } of walked.problems) complain("svc-verify", `${path}: ${reasonOf(error)}`);
  const pool = await ExaminerPool.open(args, entry, words);
  try {
    const { paths } = walked;
    const files = await pool.run("look", paths, progress("reading", paths.length));
    const unreadable = new Map(
      files.flatMap(({ path, problem }) => (problem === null ? [] : [[path, problem]])),
    );
    for (const [path, problem] of unreadable) complain("svc-verify", `${path}: ${problem}`);
    await pool.tell(
      "find",
      files.flatMap((file) => [
        ...(file.found === null ? [] : [{ path: file.path, piece: file.found }]),
        ...partsOf(file),
      ]),
    );
    const plan = new FolderPlan(files, await otherHashes(pool, files));
    const output = new FolderOutput(args, plan.paths);
    await verifyAll(pool, plan, output, unreadable);
    output.finish(otherLines(walked, files, unreadable, plan, output));
    const isWhole = walked.problems.length + unreadable.size === 0;
    return worseOf(statusOfRows(output.rows), isWhole ? EXIT.done : EXIT.unusable);
  } finally {
    await pool.close();
  }
}

/** Digests of small files by the other hashes that seals use: keys by path. */
async function otherHashes(
  pool: ExaminerPool,
  files: readonly FileFacts[],
): Promise<Map<string, readonly string[]>> {
  const algorithms = (["SHA-384", "SHA-512"] as const).filter((algorithm) =>
    files.some(({ content }) => content?.startsWith(`${algorithm} `)),
  );
  if (algorithms.length === 0) return new Map();
  const items = files.flatMap(({ path, sha256 }) => (sha256 === null ? [] : [{ path, algorithms }]));
  const hashed = await pool.run("hash", items);
  return new Map(hashed.map(({ digests }, i) => [items[i]!.path, digests]));
}

/**
 * Verifies what waits for nothing, and hashes large files meanwhile, the largest last. Their digests are taken note of one after the
 * other, so that the order of the rows does not depend on how fast a thread is.
 */
async function verifyAll(
  pool: ExaminerPool,
  plan: FolderPlan,
  output: FolderOutput,
  unreadable: Map<string, string>,
): Promise<void> {
  const showProgress = progress("verifying", plan.paths.length, process.stdout.isTTY !== true);
  const running: Promise<void>[] = [];
  let done = 0;
  const begin = (tasks: readonly EvidenceTask[]) => {
    output.expect(tasks.map(({ path }) => path));
    for (const task of tasks) {
      const verifying = pool.ask("verify", task).then((verified) => {
        output.add(task.path, verified);
        showProgress(++done);
      });
      // It is awaited below: until then nobody else may miss what went wrong.
      verifying.catch(() => undefined);
      running.push(verifying);
    }
  };
  begin(plan.takeReady());
  const hashing: (() => Promise<void>)[] = [];
  for (const item of plan.hashItems()) {
    const answer = pool.ask("hash", item);
    answer.catch(() => undefined);
    hashing.push(async () => {
      const { digests, problem } = await answer;
      if (problem !== null) {
        complain("svc-verify", `${item.path}: ${problem}`);
        unreadable.set(item.path, problem);
      }
      if (plan.settle(item.path, digests)) begin(plan.takeReady());
    });
    if (hashing.length >= pool.hashingLanes) await hashing.shift()!();
  }
  for (const settle of hashing) await settle();
  begin(plan.takeRest());
  await Promise.all(running);
}

/** What is written, row by row: text as each is ready, what programs read in the order of the paths. */
class FolderOutput {
  readonly rows: Row[] = [];
  /** Paths that have a row, or are named in one. */
  readonly named = new Set<string>();
  /** What rests on a file of headers, certificates or revocation data. */
  readonly users = new Map<string, string[]>();
  readonly #args: Arguments;
  readonly #style: Style;
  readonly #order: string[];
  readonly #answered = new Map<string, Verified>();
  readonly #columns: Columns = { time: 0, source: 0 };
  #next = 0;
  #part: Row[] = [];

  constructor(args: Arguments, paths: readonly string[]) {
    this.#args = args;
    this.#style = styleFor(args.color, process.stdout.isTTY === true, process.env);
    this.#order = args.format === "text" ? [] : [...paths];
    if (args.format === "csv") process.stdout.write(CSV_TITLES);
  }

  /** Tasks that are ready: rows of text come in the order in which tasks became so. */
  expect(paths: readonly string[]): void {
    if (this.#args.format === "text") this.#order.push(...paths);
  }

  add(path: string, verified: Verified): void {
    this.#answered.set(path, verified);
    for (;;) {
      const next = this.#answered.get(this.#order[this.#next]!);
      if (next === undefined) break;
      this.#answered.delete(this.#order[this.#next++]!);
      this.#write(next);
    }
    // Nothing more comes before a large file has been hashed.
    if (this.#next === this.#order.length) this.#writePart();
  }

  #write({ row, isAbsorbed, named, used, json }: Verified): void {
    if (isAbsorbed) return;
    for (const path of used) {
      const users = this.users.get(path);
      if (users === undefined) this.users.set(path, [row.file]);
      else users.push(row.file);
    }
    for (const path of named) this.named.add(path);
    if (row.problem !== null) complain("svc-verify", `${row.file}: ${row.problem}`);
    this.rows.push(row);
    const { format } = this.#args;
    if (format === "json") process.stdout.write(`${json}\n`);
    else if (format === "csv") process.stdout.write(csvRow(row));
    else this.#part.push(row);
    if (this.#part.length >= PART_ROWS) this.#writePart();
  }

  #writePart(): void {
    process.stdout.write(table(this.#part, this.#style, this.#columns));
    this.#part = [];
  }

  /** @param lines the files that have no row. */
  finish(lines: readonly FileLine[]): void {
    const { format, isOnline } = this.#args;
    if (format === "json") for (const line of lines) process.stdout.write(`${jsonOfLine(line)}\n`);
    if (format === "csv") for (const line of lines) process.stdout.write(csvOfLine(line));
    if (format !== "text") return;
    const { rows } = this;
    const counts = rows.length === 0 ? "No evidence was found.\n" : `\n${countsLine(rows)}\n`;
    process.stdout.write(`${counts}${textOfLines(lines)}`);
    if (isOnline || !rows.some(({ reason }) => reason === "missing")) return;
    process.stdout.write(
      `${this.#style.hint("→ --online asks public endpoints about the dates that are open")}\n`,
    );
  }
}

/** The words of a report's inputs. */
const KINDS: Readonly<Record<FileFacts["role"], FileLine["kind"] & (InputKind | "proof" | "other")>> = {
  "svc-proof/2": "proof",
  "evidence-zip": "proof",
  "certificate-pdf": "proof",
  "asic-s": "seal",
  opentimestamps: "timestamp",
  rfc3161: "seal",
  "evm-witness": "witness",
  headers: "headers",
  certificates: "certificates",
  crl: "crl",
  ocsp: "ocsp_response",
  other: "other",
};

/** Every file that has no row and is named in none, in the order of the paths. */
function otherLines(
  { skipped, problems }: Walked,
  files: readonly FileFacts[],
  unreadable: ReadonlyMap<string, string>,
  plan: FolderPlan,
  { named, users }: FolderOutput,
): readonly FileLine[] {
  const originals = new Map(
    files.flatMap(({ path, sha256 }) => (named.has(path) && sha256 !== null ? [[sha256, path]] : [])),
  );
  const others = new Map(plan.others().map(({ path, copyOf }) => [path, copyOf]));
  const lines = files.flatMap(({ path, role, sha256, looksLike, fault }): FileLine[] => {
    const line = { path, kind: KINDS[role], of: [], reason: null, looksLike };
    const reason = unreadable.get(path) ?? fault;
    if (named.has(path)) return [];
    if (reason !== null) return [{ ...line, status: "unreadable", reason }];
    const usedFor = users.get(path);
    if (usedFor !== undefined) return [{ ...line, status: "checked", of: usedFor }];
    // The parts that proofs of one batch share lie beside each of them.
    const copyOf = role === "other" ? (others.get(path) ?? null) : (originals.get(sha256 ?? "") ?? null);
    if (role !== "other" && copyOf === null) return [{ ...line, status: "not_applicable" }];
    return [
      copyOf === null ? { ...line, status: "not_evidence" } : { ...line, status: "copy", of: [copyOf] },
    ];
  });
  const unread = [
    ...skipped.map((path) => ({ path, reason: "a link or a special file, which is not followed" })),
    ...problems.map(({ path, error }) => ({ path, reason: reasonOf(error) })),
  ];
  return [
    ...lines,
    ...unread.map(
      ({ path, reason }): FileLine => ({
        path,
        reason,
        kind: "other",
        status: "unreadable",
        of: [],
        looksLike: null,
      }),
    ),
  ];
}

/** Shows how far the work has come, if standard error is a terminal. */
function progress(doing: string, count: number, isShown: boolean = true): (done: number) => void {
  if (!process.stderr.isTTY || !isShown) return () => undefined;
  let shown = -1;
  return (done) => {
    const percent = Math.floor((done / count) * 100);
    if (percent === shown) return;
    shown = percent;
    process.stderr.write(`\r${doing}: ${done} of ${count}${done === count ? "\n" : ""}`);
  };
}
