/** `--help`, manual page. */
import {
  type Command,
  expectOperands,
  findCommand,
  type Option,
  type OptionGroup,
  optionsOf,
  type ParsedWords,
  type Program,
  parseCommand,
  type Told,
} from "./command.js";

/** Breaks a text into lines of at most `width` characters, between words. A longer word has a line of its own. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** `--help` of a program and of one command. */
const WIDTH = 100;
const TERM_WIDTH = 26;

/** Everything about a program, as `--help` shows it. */
export function usage(program: Program): string {
  const { main, commands, description, examples } = program;
  const [first = "", ...others] = synopses(program);
  const lines = [
    `Usage: ${first}`,
    ...others.map((line) => `       ${line}`),
    "",
    ...description.flatMap((text) => [...wrap(text, WIDTH), ""]),
    ...(main?.groups ?? []).flatMap((group) => [...groupLines(group), ""]),
    ...commands.flatMap((command) => [...commandLines(program, command), ""]),
    "Examples:",
    ...examples.flatMap(([command, meaning]) => [`  ${command}`, `      ${meaning}`]),
    "",
    ...exitStatusLines(program),
  ];
  return `${lines.join("\n")}\n`;
}

/** A program of many commands: what each does, in a sentence. Their options are in `commandUsage`. */
export function overview(program: Program): string {
  const { name, commands, description, examples } = program;
  const width = Math.max(...commands.map((command) => command.name.length)) + 4;
  const lines = [
    `Usage: ${name} COMMAND [OPTION]... [OPERAND]...`,
    "",
    ...description.flatMap((text) => [...wrap(text, WIDTH), ""]),
    "Commands:",
    ...commands.flatMap((command) => {
      const [sentence = ""] = command.help.split(/(?<=\.) /);
      const [first = "", ...others] = wrap(sentence, WIDTH - width);
      return [
        `  ${command.name.padEnd(width - 2)}${first}`,
        ...others.map((line) => `${" ".repeat(width)}${line}`),
      ];
    }),
    "",
    "Examples:",
    ...examples.flatMap(([command, meaning]) => [`  ${command}`, `      ${meaning}`]),
    "",
    `${name} COMMAND --help shows the options of a command${commands.some((command) => command.name === "man") ? `, and ${name} man everything` : ""}.`,
    "",
    ...exitStatusLines(program),
  ];
  return `${lines.join("\n")}\n`;
}

/** What one command does and its options. */
export function commandUsage(program: Program, command: Command): string {
  const lines = [
    `Usage: ${synopsis(program, command)}`,
    "",
    ...wrap(command.help, WIDTH),
    ...command.groups.flatMap((group) => ["", ...groupLines(group)]),
  ];
  return `${lines.join("\n")}\n`;
}

/** What the words after a program's name ask for: its help, or a command with its words. */
export type Invocation<One extends Command> =
  | { readonly help: string }
  | { readonly command: One; readonly words: ParsedWords };

/**
 * Reads the words after the name of a program that does nothing without a command. `--help`, or `help` before them,
 * asks for the help of the program, of the commands that share a first word, or of a command.
 *
 * @throws UsageError
 */
export function readInvocation<One extends Command>(
  program: Program & { readonly commands: readonly One[] },
  words: readonly string[],
): Invocation<One> {
  const given = words[0] === "help" ? [...words.slice(1), "--help"] : words;
  const [first = "", second = ""] = given;
  const isHelp = (word: string) => word === "--help" || word === "-h";
  if (isHelp(first)) return { help: overview(program) };
  const commands: readonly One[] = program.commands;
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length > 0 && isHelp(second)) {
    return { help: group.map((command) => commandUsage(program, command)).join("\n") };
  }
  const command = findCommand(commands, given);
  const parsed = parseCommand(command, given.slice(command.name.split(" ").length));
  const hasHelp = optionsOf(command).some(({ name }) => name === "help");
  if (hasHelp && parsed.has("help")) return { help: commandUsage(program, command) };
  expectOperands(command, parsed);
  return { command, words: parsed };
}

function exitStatusLines({ exitStatus, exitStatusRules }: Program): string[] {
  return [
    "Exit status:",
    ...exitStatus.flatMap(([status, meaning]) => {
      const [first = "", ...others] = wrap(meaning, WIDTH - 5);
      return [`  ${status}  ${first}`, ...others.map((line) => `     ${line}`)];
    }),
    ...exitStatusRules.flatMap((text) => wrap(text, WIDTH)),
  ];
}

/** A line for each command. */
export function synopses(program: Program): readonly string[] {
  const { name, main, commands } = program;
  return [
    ...(main === null ? [] : [`${name} [OPTION]... ${main.operands}`]),
    ...commands.map((command) => synopsis(program, command)),
  ];
}

export function synopsis({ name }: Program, command: Command): string {
  const options = optionsOf(command);
  const parts = [
    name,
    command.name,
    ...options.flatMap((option) => (option.isRequired === true ? [`--${option.name} ${option.value}`] : [])),
    options.every(({ isRequired }) => isRequired === true) ? "" : "[OPTION]...",
    command.operands,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** `-h, --help`, `--rpc CHAIN_ID=URL`. */
export function term({ name, short, value }: Option): string {
  return `${short === undefined ? "" : `-${short}, `}--${name}${value === null ? "" : ` ${value}`}`;
}

function groupLines({ title, options }: OptionGroup): string[] {
  return [`${title}:`, ...options.flatMap(optionLines)];
}

function commandLines(program: Program, command: Command): string[] {
  const help = wrap(command.help, WIDTH - 2).map((line) => `  ${line}`);
  return [synopsis(program, command), ...help, ...optionsOf(command).flatMap(optionLines)];
}

function optionLines(option: Option): string[] {
  const [first = "", ...others] = wrap(option.help, WIDTH - TERM_WIDTH);
  const named = `  ${term(option)}`;
  const margin = " ".repeat(TERM_WIDTH);
  return named.length + 2 > TERM_WIDTH
    ? [named, ...[first, ...others].map((line) => `${margin}${line}`)]
    : [`${named.padEnd(TERM_WIDTH)}${first}`, ...others.map((line) => `${margin}${line}`)];
}

// The manual page in the macros of man(7).

/**
 * A program's manual page in the macros of man(7).
 *
 * @param version of the program.
 */
export function manPage(program: Program, version: string): string {
  const { name, main, commands } = program;
  const lines = [
    `.TH ${name.toUpperCase()} 1 "" "${name} ${version}" "User Commands"`,
    ".SH NAME",
    `${name} \\- ${roff(program.summary)}`,
    ".SH SYNOPSIS",
    ...synopses(program).flatMap((line, at) => [...(at === 0 ? [] : [".br"]), `.B ${roff(line)}`]),
    ".SH DESCRIPTION",
    ...program.description.flatMap((text) => [".PP", roff(text)]),
    ...(main === null
      ? []
      : [
          ".SH OPTIONS",
          ...main.groups.flatMap(({ title, options }) => [`.SS ${roff(title)}`, ...options.flatMap(entry)]),
        ]),
    ".SH COMMANDS",
    ...commands.flatMap((command) => manualLines(program, command)),
    ".SH EXIT STATUS",
    ...program.exitStatus.flatMap(told),
    ...program.exitStatusRules.flatMap((text) => [".PP", roff(text)]),
    ".SH ENVIRONMENT",
    ...program.environment.flatMap(told),
    ...(program.files.length === 0 ? [] : [".SH FILES", ...program.files.flatMap(told)]),
    ".SH EXAMPLES",
    ...program.examples.flatMap(told),
  ];
  return `${lines.join("\n")}\n`;
}

function manualLines(program: Program, command: Command): string[] {
  return [
    `.SS ${roff(synopsis(program, command))}`,
    roff(command.help),
    ...optionsOf(command).flatMap(entry),
  ];
}

function entry(option: Option): string[] {
  return tagged(term(option), option.help);
}

function told([term, meaning]: Told): string[] {
  return tagged(term, meaning);
}

function tagged(term: string, text: string): string[] {
  return [".TP", `.B ${roff(term)}`, roff(text)];
}

/** Plain text as roff: a hyphen is the ASCII character, and no line is taken for a request. */
function roff(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^([.'])/, "\\&$1");
}
