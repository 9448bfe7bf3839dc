/** Lines and notes of the terminal. */

import { printable, printableJson } from "@svc-proof/shared/text";
import { complain, EXIT, type ExitStatus, worseOf } from "@svc-proof/verifier-lib/command-line";
import type { Account, Proof } from "../index.js";
import { type FileResult, type Outcome, STATUS_OF } from "./results.js";

// What goes to standard error: progress, remarks, complaints.

/** Milliseconds between two states of a progress line. */
const REFRESH_MS = 100;

let shownWidth = 0;
let shownAt = 0;

/** A remark that stays. */
export function note(text: string): void {
  clearProgress();
  complain("svc-proof", text);
}

/** Shows how far the work has come, in one line that is written over, if standard error is a terminal. */
export function showProgress(text: string): void {
  if (!process.stderr.isTTY || Date.now() - shownAt < REFRESH_MS) return;
  shownAt = Date.now();
  const width = Math.max(10, (process.stderr.columns ?? 80) - 1);
  const line = printable(text).slice(0, width);
  process.stderr.write(`\r${line.padEnd(shownWidth)}`);
  shownWidth = line.length;
}

/** Before anything else is written to the terminal. */
export function clearProgress(): void {
  if (shownWidth === 0) return;
  process.stderr.write(`\r${" ".repeat(shownWidth)}\r`);
  shownWidth = 0;
  shownAt = 0;
}

/** Output: results go to standard output, one line each, and what is happening to standard error. */
export interface ProofLine {
  readonly type: "proof";
  readonly proof: Proof;
}

export interface AccountLine {
  readonly type: "account";
  readonly account: Account;
}

/** The last line of a command about files. */
export interface SummaryLine {
  readonly type: "summary";
  /** How many of each outcome; those that do not occur are left out. */
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  readonly exit_status: number;
}

export type OutputLine = FileResult | ProofLine | AccountLine | SummaryLine;

/** Prints lines for programs or for people. */
export class Lines {
  readonly #isJson: boolean;

  constructor(isJson: boolean) {
    this.#isJson = isJson;
  }

  get isJson(): boolean {
    return this.#isJson;
  }

  /** @param text for people, without a line feed. */
  print(line: OutputLine, text: string): void {
    clearProgress();
    process.stdout.write(`${this.#isJson ? printableJson(line) : printable(text)}\n`);
  }
}

/** What a command about files has done so far. */
export class Tally {
  readonly #lines: Lines;
  readonly #outcomes = new Map<Outcome, number>();
  #status: ExitStatus = EXIT.done;

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  get status(): ExitStatus {
    return this.#status;
  }

  get outcomes(): ReadonlyMap<Outcome, number> {
    return this.#outcomes;
  }

  add(result: FileResult): void {
    this.#outcomes.set(result.outcome, (this.#outcomes.get(result.outcome) ?? 0) + 1);
    this.#status = worseOf(this.#status, STATUS_OF[result.outcome]);
    // Thousands of files that were not begun would hide what became of the others.
    if (this.#lines.isJson || result.outcome !== "stopped") this.#lines.print(result, resultText(result));
  }

  /** Something that is about no file. */
  worsen(status: ExitStatus): void {
    this.#status = worseOf(this.#status, status);
  }

  /** @param exitStatus of the program, if it is not what the results make it. */
  finish(exitStatus: number = this.#status): void {
    const outcomes = Object.fromEntries(this.#outcomes);
    if (this.#lines.isJson) {
      this.#lines.print({ type: "summary", outcomes, exit_status: exitStatus }, "");
      return;
    }
    const parts = [...this.#outcomes].map(([outcome, count]) => `${count} ${COUNTED[outcome]}`);
    const count = [...this.#outcomes.values()].reduce((sum, one) => sum + one, 0);
    if (count > 1) process.stdout.write(`\n${count} files: ${parts.join(", ")}\n`);
  }
}

const COUNTED: Readonly<Record<Outcome, string>> = {
  registered: "registered",
  written: "with their evidence",
  upgraded: "with more evidence",
  present: "had their evidence",
  pending: "pending",
  changed: "changed",
  occupied: "without room for their evidence",
  failed: "with evidence that does not hold",
  unusable: "unusable",
  refused: "refused",
  unreachable: "without an answer",
  stopped: "not begun",
};

function resultText(result: FileResult): string {
  const { path, id, error } = result;
  return `${path ?? id}: ${error === null ? doneText(result) : `${WORDS[result.outcome]}: ${error.message}`}`;
}

const WORDS: Readonly<Record<Outcome, string>> = {
  registered: "registered",
  written: "written",
  upgraded: "upgraded",
  present: "has its evidence",
  pending: "pending",
  changed: "changed",
  occupied: "not stamped",
  failed: "not written",
  unusable: "unusable",
  refused: "refused",
  unreachable: "no answer",
  stopped: "not begun",
};

function doneText(result: FileResult): string {
  const { outcome, output, id } = result;
  const where = output ?? id ?? "";
  // There is evidence, and `upgrade` or time adds to it.
  const word = outcome === "pending" && output !== null ? "incomplete" : WORDS[outcome];
  return [word, [where, factsText(result)].filter((part) => part !== "").join(", ")]
    .filter((part) => part !== "")
    .join(": ");
}

/** `anchored, Bitcoin pending, sealed`. */
export function factsText({ state, bitcoin, seal }: Pick<FileResult, "state" | "bitcoin" | "seal">): string {
  return [
    state ?? "",
    bitcoin === null ? "" : bitcoin === "confirmed" ? "in Bitcoin" : "Bitcoin pending",
    seal === null ? "" : seal === "issued" ? "sealed" : "seal pending",
  ]
    .filter((part) => part !== "")
    .join(", ");
}
