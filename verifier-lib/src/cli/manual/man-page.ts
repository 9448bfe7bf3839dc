/** The manual page in the macros of man(7). */
import { type Command, type Option, optionsOf, type Program, type Told } from "../options/command.js";
import { synopses, synopsis, term } from "./usage.js";

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
    ...commands.flatMap((command) => commandLines(program, command)),
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

function commandLines(program: Program, command: Command): string[] {
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
