/** FILE.... */

import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { FormatError } from "@svc-proof/shared/encoding";
import { printable, printableJson } from "@svc-proof/shared/text";
import {
  complain,
  EXIT,
  type ExitStatus,
  hashingProgress,
  reasonOf,
  type Style,
  styleFor,
  worseOf,
} from "../command-line/output.js";
import { type ContentHashAlgorithm, type RandomAccess, randomAccess } from "../content/content.js";
import {
  type Check,
  type CheckCode,
  REPORT_FORMAT,
  type Report,
  reportText,
  summaryLine,
  VERIFIER,
  type VerifyOptions,
  verify,
} from "../index.js";
import { MAX_TIMESTAMP_RESPONSE_BYTES } from "../limits.js";
import { fileAt, hashFile, openFile, readBounded, shownPath } from "../node/files.js";
import {
  armourOf,
  dearmoured,
  inputTypeOf,
  MAGIC_BYTES,
  MAX_ARMOUR_CHARACTERS,
} from "../recognise/recognise.js";
import { mayBeOriginal } from "../report/look-alike.js";
import type { Arguments } from "./arguments.js";
import { type Given, readGiven } from "./given.js";
import { lookAt } from "./look.js";
import { DefaultSources, openQuestions, type Sources } from "./online.js";
import { CSV_TITLES, countsLine, csvRow, EXIT_STATUS, hintsOf, type Row, rowOf } from "./rows.js";

// People name the file whose age they want to know where its evidence is expected.

/** Lines that say what was probably meant; none if every file is evidence. */
export async function otherReading(
  rows: readonly Row[],
  { original, hash, files }: Pick<Arguments, "original" | "hash" | "files">,
): Promise<readonly string[]> {
  const doubtful = rows.filter(
    ({ file, problem, code }) => file !== "-" && problem === null && code?.startsWith("format ") === true,
  );
  const strangers: string[] = [];
  for (const { file } of doubtful) {
    const { role, looksLike, fault } = await lookAt(file);
    const isOther = role === "other" && (looksLike === null || mayBeOriginal(looksLike));
    if (isOther || fault !== null) strangers.push(file);
  }
  if (strangers.length === 0) return [];
  const lines = strangers.map(
    (file) =>
      `svc-verify: ${file} holds no evidence that can be read. Perhaps it is the file that a proof is about.`,
  );
  const others = files.filter((file) => !strangers.includes(file));
  if (original !== null || hash !== null || strangers.length > 1) return lines;
  const evidence = others.length === 0 ? "PROOF" : others.map(shellWord).join(" ");
  return [...lines, `Did you mean: svc-verify --original ${shellWord(strangers[0]!)} ${evidence}`];
}

/** As POSIX shells read it. */
function shellWord(word: string): string {
  return /^[\w./:@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// The digest of `--original`, by the hash under which each FILE states its content.

/**
 * Hashes the original as an input asks for it, once for each hash, however many inputs there are.
 *
 * @returns lower-case hexadecimal. It throws the file system's error.
 */
export function originalHash(path: string): (input: RandomAccess) => Promise<string> {
  const made = new Map<ContentHashAlgorithm, Promise<string>>();
  return async (input) => {
    const algorithm = await statedAlgorithm(input);
    const hash = made.get(algorithm) ?? hashFile(path, { algorithm, onProgress: hashingProgress(path) });
    made.set(algorithm, hash);
    return hash;
  };
}

/** The hash that an input uses; SHA-256 if it has none that can be compared. */
async function statedAlgorithm(file: RandomAccess): Promise<ContentHashAlgorithm> {
  try {
    const seal = await sealIn(file);
    if (seal === null) return "SHA-256";
    const { readImprint } = await import("../judge/seal-material.js");
    const algorithm = readImprint(seal)?.algorithm;
    return algorithm === "SHA-384" || algorithm === "SHA-512" ? algorithm : "SHA-256";
  } catch (error) {
    if (error instanceof FormatError) return "SHA-256";
    throw error;
  }
}

/** The seal that an input is or contains, if its hash may be another than that of a proof. */
async function sealIn(file: RandomAccess): Promise<Uint8Array | null> {
  const { sizeBytes } = file;
  const start = await file.read(0, Math.min(sizeBytes, MAGIC_BYTES));
  const type = inputTypeOf(start);
  if (type !== "rfc3161" && type !== "asic-s" && type !== "evidence-zip") return null;
  const armour = armourOf(start);
  if (armour !== null && sizeBytes > MAX_ARMOUR_CHARACTERS) return null;
  const bare = armour === null ? file : randomAccess(dearmoured(await file.read(0, sizeBytes)).bytes);
  if (type === "rfc3161") {
    return bare.sizeBytes > MAX_TIMESTAMP_RESPONSE_BYTES ? null : await bare.read(0, bare.sizeBytes);
  }
  const { readAsic } = await import("../package/open-container.js");
  return (await readAsic(bare)).token;
}

// Verifies one FILE.

/** Limit of an input that is held in memory, because it cannot be read in parts. */
const MAX_PIPED_BYTES = 67_108_864;

/** Proofs, timestamps and seals are smaller. */
const SMALL_BYTES = 262_144;

/** Whom a run asks. */
export interface Asked extends Sources {
  /** What `--online` adds; null without it. */
  readonly defaults: DefaultSources | null;
}

export interface VerifyPathOptions {
  readonly args: Arguments;
  readonly given: Given;
  readonly asked: Asked;
  /** The path of the original; null if there is none. */
  readonly original: string | null;
  /** Whether evidence fails whose original is not compared. */
  readonly isOriginalRequired: boolean;
  /** The digest to compare an input with; null if none was given. Called once. Its error is thrown. */
  readonly contentHash: (input: RandomAccess) => Promise<string | null>;
}

/** The report, and why the file could not be read if it could not. */
export async function verifyPath(
  path: string,
  { args, given, asked, original, isOriginalRequired, contentHash }: VerifyPathOptions,
): Promise<{ readonly report: Report; readonly problem: string | null }> {
  const name = path === "-" ? null : shownPath(path);
  let input: OpenInput;
  try {
    input = await openInput(path);
  } catch (error) {
    return unreadable(name, reasonOf(error));
  }
  try {
    const hash = await contentHash(input.file);
    const { revocationSource, minConfirmations } = args;
    const options: VerifyOptions = {
      ...(hash !== null && { contentHash: hash, isOriginalHashed: original !== null }),
      ...given,
      ...(name !== null && { inputName: name }),
      ...(original !== null && { originalName: shownPath(original) }),
      ...(revocationSource !== null && { revocationSource }),
      ...(minConfirmations !== null && { minConfirmations }),
      onProgress: hashingProgress(path),
      createHash: () => createHash("sha256"),
    };
    const verified = await ask(asked, ({ sources, bitcoinSources }) =>
      verify(input.file, { ...options, sources, bitcoinSources }),
    );
    const report = isOriginalRequired ? withRequiredOriginal(verified) : verified;
    const [format] = report.checks;
    if (format!.code !== "input_unreadable") return { report, problem: null };
    return unreadable(name, String(format!.evidence["reason"]));
  } finally {
    await input.close();
  }
}

/** Fails a report that rests on the fingerprint alone, which its evidence states. */
function withRequiredOriginal(report: Report): Report {
  const isMissing = ({ id, code }: Check) => id === "content" && code === "not_requested";
  if (report.outcome === "failed" || !report.checks.some(isMissing)) return report;
  return {
    ...report,
    outcome: "failed",
    reason: null,
    verdict: "failed",
    checks: report.checks.map((check) => (isMissing(check) ? { ...check, status: "failed" } : check)),
    claims: [],
  };
}

/** Public endpoints are asked only for what the others leave open. */
async function ask(asked: Asked, run: (sources: Sources) => Promise<Report>): Promise<Report> {
  const { sources, bitcoinSources, defaults } = asked;
  const report = await run({ sources, bitcoinSources });
  if (defaults === null) return report;
  const { chainIds, isBitcoinOpen } = openQuestions(report);
  const more = defaults.of({
    chainIds: chainIds.filter((chainId) => sources.every((source) => source.chainId !== chainId)),
    isBitcoinOpen: isBitcoinOpen && bitcoinSources.length === 0,
  });
  if (more.sources.length + more.bitcoinSources.length === 0) return report;
  return run({
    sources: [...sources, ...more.sources],
    bitcoinSources: [...bitcoinSources, ...more.bitcoinSources],
  });
}

interface OpenInput {
  readonly file: RandomAccess;
  close(): Promise<void>;
}

/**
 * Small files are read whole, at once: handing each call to another thread and back takes longer than the call. Anything but a
 * regular file is read into memory, up to the limit.
 */
async function openInput(path: string): Promise<OpenInput> {
  const stat = path === "-" ? null : statSync(fileAt(path));
  const held = (bytes: Uint8Array) => ({ file: randomAccess(bytes), close: async () => undefined });
  if (stat === null || !stat.isFile()) return held(await readBounded(path, MAX_PIPED_BYTES));
  if (stat.size > 0 && stat.size <= SMALL_BYTES) return held(readFileSync(fileAt(path)));
  const file = await openFile(path);
  return { file, close: () => file.close() };
}

/** Keeps the n-th line of `--json` for the n-th file. */
export function unreadable(name: string | null, reason: string): { report: Report; problem: string } {
  const code: CheckCode = "input_unreadable";
  const report: Report = {
    format: REPORT_FORMAT,
    verifier: VERIFIER,
    checked_at: new Date().toISOString(),
    input: { type: "unknown", size_bytes: 0, name },
    proof: null,
    inputs: [],
    outcome: "indeterminate",
    reason: "unusable",
    verdict: "indeterminate",
    checks: [{ id: "format", status: "indeterminate", code, basis: null, evidence: { reason } }],
    claims: [],
    notices: [],
  };
  return { report, problem: reason };
}

// `svc-verify FILE...`: each file by itself, with what is given beside it.

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
    let status: ExitStatus = EXIT.done;
    for (const path of args.files) {
      if (args.files.length > 1) showProgress(rows.length + 1, args.files.length);
      const { report, problem } = await verifyPath(path, options);
      if (problem !== null) complain("svc-verify", `${path}: ${problem}`);
      const row = rowOf(report, { path, original: args.original, beside: [], probablyChanged: [], problem });
      rows.push(row);
      print(report, row, args, style);
      status = worseOf(problem === null ? EXIT_STATUS[report.outcome] : EXIT.unusable, status);
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
  const { verdict } = report;
  if (args.format === "json") process.stdout.write(`${printableJson(report)}\n`);
  else if (args.format === "csv") process.stdout.write(csvRow(row));
  else if (args.files.length > 1) {
    const told = style.outcome(summaryLine(report), verdict);
    process.stdout.write(`${printable(row.file)}: ${told}\n`);
  } else if (row.problem === null) {
    const text = reportText(report, {
      headline: (line) => style.outcome(line, verdict),
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
