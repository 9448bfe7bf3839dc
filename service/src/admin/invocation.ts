/** Words become a command; its usage. */

import { parseArgs } from "node:util";
import { type AdminContext, type Command, SWITCH } from "./command.js";
import { COMMANDS } from "./commands.js";
import { UsageError } from "./errors.js";
import { Given, meant } from "./line.js";
import type { Result } from "./output.js";

const END = [
  "Every command takes --json, for scripts, and --help. ACCOUNT is an account's identifier, or the e-mail address of one of its people.",
  "Uses the database of SVC_MONGODB_URL, or else the one in SVC_DATA_DIR. The service may be running.",
];

/** The usage of all commands, of an area, or of one command. */
export function usageText(commands: readonly Command[]): string {
  return [
    "usage: npm run admin -- COMMAND",
    "",
    ...commands.flatMap(({ words, usage, doc }) => [
      `  ${`${words.join(" ")} ${usage}`.trimEnd()}`,
      `      ${doc}`,
    ]),
    "",
    ...END,
  ].join("\n");
}

// Reads a command line.

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
