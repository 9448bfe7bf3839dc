/** How a program ends: the exit statuses of all programs, and the errors that lead to some of them. */

import { nearestWord } from "@svc-proof/shared/text";

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
