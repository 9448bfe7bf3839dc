/** How a program ends, and what it says on a terminal: exit statuses, errors, messages, progress, style. */

import { statSync } from "node:fs";
import { nearestWord, printable } from "@svc-proof/shared/text";
import type { Verdict } from "../index.js";
import { fileAt, shownPath } from "../node/files.js";

/** What the exit statuses of every program mean. */
export const EXIT = {
  done: 0,
  /** Something does not hold, or a check found a problem. */
  failed: 1,
  /** Something is still to come, or not known. */
  open: 2,
  /** The usage or a setting is wrong, or a file cannot be read or written. */
  unusable: 3,
  /** What was asked for is not there, not allowed, or not confirmed. */
  refused: 4,
  /** A service or a store does not answer, or not as it promises. */
  unreachable: 5,
} as const;

/** One of the statuses of `EXIT`. */
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

/** From best to worst. */
const SEVERITY: readonly ExitStatus[] = [0, 2, 1, 3, 4, 5];

/** Of several statuses the worst counts. */
export function worseOf(a: ExitStatus, b: ExitStatus): ExitStatus {
  return SEVERITY.indexOf(a) > SEVERITY.indexOf(b) ? a : b;
}

/** The arguments are wrong; the message says why. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The end of a message about a word that was mistyped: `. Did you mean stamp?`; empty if none is near. */
export function meant(typed: string, known: readonly string[], dashes: "" | "--" = ""): string {
  const word = nearestWord(typed, known);
  return word === null ? "" : `. Did you mean ${dashes}${word}?`;
}

/** Says on standard error what went wrong, in one line. */
export function complain(program: string, text: string): void {
  process.stderr.write(`${program}: ${printable(shownPath(text))}\n`);
}

/** Points to the help after a complaint about the usage. @param call such as `svc-proof stamp`. */
export function pointToHelp(call: string): void {
  process.stderr.write(`Try "${call} --help".\n`);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EISDIR: "is a directory",
  ENOTDIR: "part of the path is not a directory",
  EACCES: "permission denied",
  EPERM: "not permitted",
  ENOSPC: "no space is left on the device",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EMFILE: "too many open files",
  ELOOP: "too many symbolic links",
  ENAMETOOLONG: "the name is too long",
};

/** Why something did not work, without a stack and without the name of a system call. */
export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === undefined ? undefined : REASONS[code];
  if (reason !== undefined) return reason;
  return error instanceof Error ? error.message : String(error);
}

/**
 * Ends the process when its results cannot be written: that they did not arrive is never to be taken for a success.
 *
 * @param say a complaint. Where the reader has gone (`| head`), it knows that itself.
 */
export function watchOutput(say: (text: string) => void): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") say(`standard output: ${reasonOf(error)}`);
    process.exit(EXIT.unusable);
  });
  process.stderr.on("error", () => undefined);
}

/** Smaller files are hashed in less than a second. */
const WORTH_SHOWING_BYTES = 512 * 1024 * 1024;

/** Shows the progress of hashing a large file on standard error, if it is a terminal. */
export function hashingProgress(path: string): (hashedBytes: number) => void {
  return progress("hashing", path, process.stderr.isTTY ? sizeOf(path) : 0);
}

/** Standard input has none, and whoever opens the file says why it cannot be read. */
function sizeOf(path: string): number {
  return path === "-" ? 0 : (statSync(fileAt(path), { throwIfNoEntry: false })?.size ?? 0);
}

/** Shows the progress of writing a large file on standard error, if it is a terminal. */
export function writingProgress(path: string, sizeBytes: number): (writtenBytes: number) => void {
  return progress("writing", path, process.stderr.isTTY ? sizeBytes : 0);
}

function progress(doing: string, path: string, sizeBytes: number): (doneBytes: number) => void {
  if (sizeBytes < WORTH_SHOWING_BYTES) return () => undefined;
  let shown = -1;
  return (doneBytes) => {
    const percent = Math.min(100, Math.floor((doneBytes / sizeBytes) * 100));
    if (percent === shown) return;
    shown = percent;
    process.stderr.write(
      `\r${doing} ${printable(shownPath(path))}: ${percent} %${percent === 100 ? "\n" : ""}`,
    );
  };
}

/** Colours and signs. */
export interface Style {
  /** A sentence that begins with a verdict. */
  outcome(text: string, verdict: Verdict): string;
  /** The word of a check's status. */
  status(text: string): string;
  /** Something to do. */
  hint(text: string): string;
  /** Something that may be overlooked without harm. */
  aside(text: string): string;
}

/** Text as it stands, for files and programs. */
export const PLAIN: Style = {
  outcome: (text) => text,
  status: (text) => text,
  hint: (text) => text,
  aside: (text) => text,
};

const sgr = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
const bold = sgr(1);
const dim = sgr(2);
const red = sgr(31);
const green = sgr(32);
const yellow = sgr(33);
const cyan = sgr(36);

/** Calm where nothing is wrong: a source is still to be asked, or the reader chose one. */
const SIGNS: Readonly<Record<Verdict, (text: string) => string>> = {
  verified: (text) => bold(green(`✓ ${text}`)),
  chosen: (text) => bold(cyan(`◆ ${text}`)),
  unvouched: (text) => bold(yellow(`! ${text}`)),
  rehearsal: (text) => bold(`- ${text}`),
  failed: (text) => bold(red(`✗ ${text}`)),
  soFar: (text) => bold(cyan(`○ ${text}`)),
  indeterminate: (text) => bold(yellow(`! ${text}`)),
};

const COLOURED: Style = {
  outcome: (text, verdict) => SIGNS[verdict](text),
  status(text) {
    const word = text.trim();
    if (word === "passed") return green(text);
    if (word === "failed") return red(text);
    return word === "indeterminate" ? yellow(text) : dim(text);
  },
  hint: cyan,
  aside: dim,
};

/**
 * @param wish of `--color`; `auto` asks the terminal.
 * @param environment of the process: https://no-color.org, and `TERM=dumb` for terminals that know no colours.
 */
export function styleFor(
  wish: "auto" | "always" | "never",
  isTerminal: boolean,
  environment: Readonly<Record<string, string | undefined>>,
): Style {
  if (wish !== "auto") return wish === "always" ? COLOURED : PLAIN;
  const isRefused = (environment["NO_COLOR"] ?? "") !== "" || environment["TERM"] === "dumb";
  return isTerminal && !isRefused ? COLOURED : PLAIN;
}
