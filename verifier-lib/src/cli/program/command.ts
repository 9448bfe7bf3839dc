/** Tables of options and their parser; values. */

import { parseArgs } from "node:util";
import { nearestWord } from "@svc-proof/shared/text";

// What the command line is told by: parser, `--help`, manual page and completion read the same table.

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
  /** One or more sentences, the first without a capital letter, none with a final full stop. */
  readonly help: string;
}

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
  /** The word by which it is called, such as `svc-verify`. */
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

/** Whether a word names one of `SHELLS`. */
export function isShell(word: string | undefined): word is Shell {
  return SHELLS.some((shell) => shell === word);
}

/** The arguments are wrong; the message says why. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

// Parses the words of one command by its table of options.

/** The words after a command, parsed. */
export interface ParsedWords {
  readonly positionals: readonly string[];
  /** Whether a switch was given. */
  has(name: string): boolean;
  /** Every value of an option, in their order. */
  all(name: string): readonly string[];
  /** The value of an option that makes no sense twice; undefined if it was not given. @throws UsageError */
  one(name: string): string | undefined;
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
  return {
    positionals,
    has(name) {
      expectName(name);
      return values[name] === true;
    },
    all,
    one(name) {
      const given = all(name);
      // Which of the two was meant is not ours to guess.
      if (given.length > 1) throw new UsageError(`--${name}: expected once, got ${given.length} times`);
      return given[0];
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
  const meant = nearestWord(
    name!,
    options.map((option) => option.name),
  );
  return `Unknown option '${typed}'.${meant === null ? "" : ` Did you mean --${meant}?`}`;
}
