/** Values of options and operands: each reader refuses what it cannot read, and says what it expected. */

import { meant, UsageError } from "./errors.js";

/** @param label of the option or operand, such as `--limit`. @throws UsageError */
export type Reader<Value> = (label: string, word: string) => Value;

/** Any text. */
export const anyText: Reader<string> = (_, word) => word;

/** One of these words. */
export function oneOf<const Word extends string>(words: readonly Word[]): Reader<Word> {
  return (label, word) => {
    const found = words.find((known) => known === word);
    if (found !== undefined) return found;
    throw new UsageError(`${label}: expected ${words.join(", ")}, got "${word}"${meant(word, words)}`);
  };
}

/** A decimal integer within these bounds. */
export function integer(min: number, max: number): Reader<number> {
  return (label, word) => {
    const value = /^(?:0|[1-9][0-9]{0,15})$/.test(word) ? Number(word) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new UsageError(`${label}: expected an integer from ${min} to ${max}, got "${word}"`);
  };
}

/** ISO 8601 in UTC, a day as its begin: a time without an offset would mean another moment on another machine. */
export const moment: Reader<Date> = (label, word) => {
  const isForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(word);
  const time = new Date(isForm ? word : Number.NaN);
  // A day that the calendar lacks becomes one of the next month.
  const isReal = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(word.slice(0, 10));
  if (isReal && time.getTime() >= 0) return time;
  throw new UsageError(`${label}: expected a day or a time such as 2026-11-21T12:00:00Z, got "${word}"`);
};
