/** What the command line is told by: parser, `--help`, manual page and completion read the same table. */

/** What a shell offers after an option, or as operands. */
export type Completion =
  | "file"
  | "folder"
  /** Text that no shell can know. */
  | "text"
  /** One of these words. */
  | readonly string[];

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

export interface OptionGroup {
  readonly title: string;
  readonly options: readonly Option[];
}

export interface Command {
  /** `upgrade`, `trust-list show`; empty for the verification itself. */
  readonly name: string;
  /** Operands as they are written in the usage, such as `FILE.ots...`. */
  readonly operands: string;
  readonly completion: Completion;
  readonly help: string;
  readonly groups: readonly OptionGroup[];
}

export function optionsOf({ groups }: Pick<Command, "groups">): readonly Option[] {
  return groups.flatMap(({ options }) => options);
}
