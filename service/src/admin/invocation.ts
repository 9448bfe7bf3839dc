/** Reads a command line. */
import { parseArgs } from "node:util";
import { type AdminContext, type Command, SWITCH } from "./command.js";
import { COMMANDS } from "./commands.js";
import { Given } from "./line/given.js";
import { meant } from "./line/meant.js";
import type { Result } from "./output/result.js";
import { usageText } from "./usage.js";
import { UsageError } from "./usage-error.js";

/** A command line that was read. */
export type Invocation =
  /** To be printed, and nothing done. */
  | { readonly help: string }
  | {
      readonly isJson: boolean;
      /** Whether it creates a missing database. */
      readonly makesDatabase: boolean;
      /** @throws UsageError, NotFoundError, RefusedError */
      run(context: AdminContext): Promise<Result>;
    };

/** @throws UsageError */
export function parseInvocation(args: readonly string[]): Invocation {
  const isHelp = args.includes("--help") || args.includes("-h") || args[0] === "help";
  const [area, verb, ...rest] = args.filter(
    (word, at) => word !== "--help" && word !== "-h" && !(at === 0 && word === "help"),
  );
  if (area === undefined && isHelp) return { help: usageText(COMMANDS) };
  const ofArea = COMMANDS.filter(({ words }) => words[0] === area);
  if (ofArea.length === 0) {
    const areas = [...new Set(COMMANDS.map(({ words }) => words[0]))];
    throw new UsageError(`unknown command "${area ?? ""}"${meant(area ?? "", areas)}`);
  }
  if (verb === undefined && isHelp) return { help: usageText(ofArea) };
  const command = ofArea.find(({ words }) => words[1] === verb);
  if (command === undefined) {
    const verbs = ofArea.map(({ words }) => words[1]);
    throw new UsageError(
      verb === undefined
        ? `expected: ${area} ${verbs.join(" | ")}`
        : `unknown command "${area} ${verb}"${meant(verb, verbs) || `; ${area} has ${verbs.join(", ")}`}`,
    );
  }
  if (isHelp) return { help: usageText([command]) };
  const { isJson, given } = argumentsOf(command, rest);
  return {
    isJson,
    makesDatabase: command.makesDatabase ?? false,
    run: (context) => command.run(context, given),
  };
}

function argumentsOf(command: Command, args: readonly string[]): { isJson: boolean; given: Given } {
  const options = { ...command.options, json: SWITCH };
  const { tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | boolean> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const option =
      Object.hasOwn(options, name) && rawName.startsWith("--") ? options[name as "json"] : undefined;
    if (option === undefined) {
      const known = Object.keys(options);
      throw new UsageError(
        `${command.words.join(" ")} has no option ${rawName}${meant(name, known).replace("mean ", "mean --")}`,
      );
    }
    if (Object.hasOwn(values, name)) throw new UsageError(`${rawName} is given twice`);
    if (option.type === "boolean") {
      if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
      values[name] = true;
    } else {
      // A text that begins with a dash is probably the next option.
      if (value === undefined || (!token.inlineValue && value.startsWith("-"))) {
        throw new UsageError(
          `${rawName} expected a value; one that begins with a dash is given as ${rawName}=VALUE`,
        );
      }
      values[name] = value;
    }
  }
  if (positionals.length !== command.positionals.length) {
    throw new UsageError(`expected: ${command.words.join(" ")} ${command.usage}`.trimEnd());
  }
  const named = Object.fromEntries(command.positionals.map((name, at) => [name, positionals[at]!]));
  return { isJson: values["json"] === true, given: new Given(values, named) };
}
