/** Parses the words of one command by its table of options. */

import { parseArgs } from "node:util";
import { nearestWord } from "@svc-proof/shared/text";
import { type Command, optionsOf } from "./command.js";
import { UsageError } from "./usage-error.js";

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
