/** Commands: their options and operands, the readers of their values, and their parser. */

import { parseArgs } from "node:util";
import { meant, UsageError } from "./output.js";

// Values of options and operands: each reader refuses what it cannot read, and says what it expected.

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

// Tables of commands and options, and their parser. Help, manual page and completion read the same tables.

/** What a shell offers after an option, or as operands. */
export type Completion =
  | "file"
  | "folder"
  /** Text that no shell can know. */
  | "text"
  /** One of these words. */
  | readonly string[];

/** An option of a command. */
export interface Option {
  /** Without its dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** The word for what follows it, such as `FILE`; null for a switch. */
  readonly value: string | null;
  readonly completion: Completion;
  /** Whether it may be repeated. */
  readonly isList?: true;
  /** Whether the command needs it. */
  readonly isRequired?: true;
  /** One or more sentences, the first without a capital letter, none with a final full stop. */
  readonly help: string;
}

/** An option without a value. */
export function flag(name: string, help: string): Option {
  return { name, value: null, completion: "text", help };
}

/** An option with a value, by default of a text that no shell can know. */
export function option(name: string, value: string, help: string, completion: Completion = "text"): Option {
  return { name, value, completion, help };
}

/** An option that may be repeated. */
export function repeated(name: string, value: string, help: string, completion: Completion = "text"): Option {
  return { ...option(name, value, help, completion), isList: true };
}

/** An option that the command needs. */
export function needed(option: Option): Option {
  return { ...option, isRequired: true };
}

/** The option of every command. */
export const HELP: Option = { ...flag("help", "show this text"), short: "h" };

/** Options under one heading of the help. */
export interface OptionGroup {
  readonly title: string;
  readonly options: readonly Option[];
}

/** A command of a program: its words, operands and options. */
export interface Command {
  /** `upgrade`, `trust-list show`; empty for the verification itself. */
  readonly name: string;
  /** Operands as they are written in the usage, such as `FILE.ots...`. */
  readonly operands: string;
  readonly completion: Completion;
  readonly help: string;
  readonly groups: readonly OptionGroup[];
}

/** A program as its help, its manual page and the completion of shells tell it. */
export interface Program {
  /** How it is called, such as `svc-verify`. */
  readonly name: string;
  /** For a manual page: no capital letter, no full stop. */
  readonly summary: string;
  /** Paragraphs. */
  readonly description: readonly string[];
  /** What it does without the name of a command; null if it needs one. */
  readonly main: Command | null;
  readonly commands: readonly Command[];
  /** First words that several commands share, and what those are about. */
  readonly groups: Readonly<Record<string, string>>;
  readonly exitStatus: readonly Told[];
  /** Paragraphs. */
  readonly exitStatusRules: readonly string[];
  readonly environment: readonly Told[];
  readonly files: readonly Told[];
  readonly examples: readonly Told[];
}

/** A term and its meaning. */
export type Told = readonly [term: string, meaning: string];

export function optionsOf({ groups }: Pick<Command, "groups">): readonly Option[] {
  return groups.flatMap(({ options }) => options);
}

/** Shells that programs write completion for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
/** A shell that completion is written for. */
export type Shell = (typeof SHELLS)[number];

/** The command by which a program prints its completion. */
export const COMPLETION: Command = {
  name: "completion",
  operands: SHELLS.join("|"),
  completion: SHELLS,
  help: "Prints a script that completes commands and options in that shell.",
  groups: [],
};

/** The command by which a program prints its manual page. */
export function manOf(program: string): Command {
  return {
    name: "man",
    operands: "",
    completion: "text",
    help: `Prints the manual page (${program} man | man -l -).`,
    groups: [],
  };
}

/**
 * The command that the first words name.
 *
 * @throws UsageError if there is none.
 */
export function findCommand<One extends Command>(commands: readonly One[], words: readonly string[]): One {
  const [first = "", second = ""] = words;
  const found = commands.find(({ name }) => name === first || name === `${first} ${second}`);
  if (found !== undefined) return found;
  const names = commands.map(({ name }) => name.split(" "));
  const seconds = names.flatMap(([word, next]) => (word === first ? [next!] : []));
  throw new UsageError(
    seconds.length > 0
      ? `${first}: expected ${seconds.join(", ")}${meant(second, seconds)}`
      : `no command is called "${first}"${meant(
          first,
          names.map(([word]) => word!),
        )}`,
  );
}

/** @throws UsageError unless there are as many operands as the usage has words, less those in brackets, more after dots. */
export function expectOperands(
  { name, operands }: Pick<Command, "name" | "operands">,
  { positionals: { length } }: Pick<ParsedWords, "positionals">,
): void {
  const words = operands.split(" ").filter((word) => word !== "");
  const least = words.filter((word) => !word.startsWith("[")).length;
  const most = operands.includes("...") ? Number.POSITIVE_INFINITY : words.length;
  if (length >= least && length <= most) return;
  throw new UsageError(`${name}: expected ${operands === "" ? "nothing after it" : operands}`);
}

/** The words after a command, parsed. */
export interface ParsedWords {
  readonly positionals: readonly string[];
  /** Whether a switch was given. */
  has(name: string): boolean;
  /** Every value of an option, in their order. */
  all(name: string): readonly string[];
  /** The value of an option that makes no sense twice; undefined if it was not given. @throws UsageError */
  one(name: string): string | undefined;
  /** The value of an option as `read` has it; null if it was not given. @throws UsageError */
  optional<Value>(name: string, read: Reader<Value>): Value | null;
  /** @throws UsageError also if it was not given. */
  required<Value>(name: string, read: Reader<Value>): Value;
}

/** @throws UsageError for an option that the command does not have, or that has no value. */
export function parseCommand(command: Command, words: readonly string[]): ParsedWords {
  const options = optionsOf(command);
  const { values, positionals } = parseWords(command, words);
  const expectName = (name: string) => {
    if (!options.some((option) => option.name === name)) throw new RangeError(`no option is called ${name}`);
  };
  const all = (name: string) => {
    expectName(name);
    return (values[name] as string[] | undefined) ?? [];
  };
  const one = (name: string) => {
    const given = all(name);
    // Which of the two was meant is not ours to guess.
    if (given.length > 1) throw new UsageError(`--${name}: expected once, got ${given.length} times`);
    return given[0];
  };
  const optional = <Value>(name: string, read: Reader<Value>) => {
    const word = one(name);
    return word === undefined ? null : read(`--${name}`, word);
  };
  return {
    positionals,
    has(name) {
      expectName(name);
      return values[name] === true;
    },
    all,
    one,
    optional,
    required(name, read) {
      const value = optional(name, read);
      if (value === null) throw new UsageError(`${command.name}: expected --${name}`);
      return value;
    },
  };
}

function parseWords(command: Command, words: readonly string[]) {
  const options = optionsOf(command);
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: Object.fromEntries(
        options.map(({ name, short, value }) => [
          name,
          {
            ...(value === null ? { type: "boolean" as const } : { type: "string" as const, multiple: true }),
            ...(short !== undefined && { short }),
          },
        ]),
      ),
    });
  } catch (error) {
    throw new UsageError(`${command.name === "" ? "" : `${command.name}: `}${explained(error, options)}`);
  }
}

function explained(error: unknown, options: readonly { readonly name: string }[]): string {
  const { message } = error as Error;
  const unknown = /Unknown option '(-+([^']*))'/.exec(message);
  if (unknown === null) return message;
  const [, typed, name] = unknown;
  const known = options.map((option) => option.name);
  return `Unknown option '${typed}'${meant(name!, known, "--") || "."}`;
}
