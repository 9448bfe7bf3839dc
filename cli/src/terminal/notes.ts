/** What goes to standard error: progress, remarks, complaints. */
import { printable } from "@svc-proof/shared/text";

/** Milliseconds between two states of a progress line. */
const REFRESH_MS = 100;

let shownWidth = 0;
let shownAt = 0;

/** A remark that stays. */
export function note(text: string): void {
  clearProgress();
  process.stderr.write(`svc-proof: ${printable(text)}\n`);
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
