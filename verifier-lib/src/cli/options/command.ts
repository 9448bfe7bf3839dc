/** What the command line is told by: parser, `--help`, manual page and completion read the same table. */

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
