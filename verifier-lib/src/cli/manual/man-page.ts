/** The manual page in the macros of man(7). */
import { type Command, type Option, optionsOf } from "../options/command.js";
import { COMMANDS, VERIFY } from "../options/commands.js";
import { DESCRIPTION, EXAMPLES, EXIT_STATUS, EXIT_STATUS_RULES, SUMMARY } from "./texts.js";
import { synopsis, term } from "./usage.js";

/** @param version of the program. */
export function manPage(version: string): string {
  const lines = [
    `.TH SVC-VERIFY 1 "" "svc-verify ${version}" "User Commands"`,
    ".SH NAME",
    `svc-verify \\- ${roff(SUMMARY)}`,
    ".SH SYNOPSIS",
    ...[`svc-verify [OPTION]... ${VERIFY.operands}`, ...COMMANDS.map(synopsis)].flatMap((line, at) => [
      ...(at === 0 ? [] : [".br"]),
      `.B ${roff(line)}`,
    ]),
    ".SH DESCRIPTION",
    ...DESCRIPTION.flatMap((text) => [".PP", roff(text)]),
    ".SH OPTIONS",
    ...VERIFY.groups.flatMap(({ title, options }) => [`.SS ${roff(title)}`, ...options.flatMap(entry)]),
    ".SH COMMANDS",
    ...COMMANDS.flatMap((command) => commandLines(command)),
    ".SH EXIT STATUS",
    ...EXIT_STATUS.flatMap(([status, meaning]) => tagged(status, meaning)),
    ...EXIT_STATUS_RULES.flatMap((text) => [".PP", roff(text)]),
    ".SH ENVIRONMENT",
    ...tagged(
      "NO_COLOR",
      "If set to anything but the empty text, output has neither colours nor signs (https://no-color.org).",
    ),
    ".SH EXAMPLES",
    ...EXAMPLES.flatMap(([command, meaning]) => tagged(command, meaning)),
  ];
  return `${lines.join("\n")}\n`;
}

function commandLines(command: Command): string[] {
  return [`.SS ${roff(synopsis(command))}`, roff(command.help), ...optionsOf(command).flatMap(entry)];
}

function entry(option: Option): string[] {
  return tagged(term(option), option.help);
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
