/** `svc-verify --help`. */
import { type Command, type Option, type OptionGroup, optionsOf } from "../options/command.js";
import { COMMANDS, VERIFY } from "../options/commands.js";
import { DESCRIPTION, EXAMPLES, EXIT_STATUS, EXIT_STATUS_RULES } from "./texts.js";
import { wrap } from "./wrap.js";

const WIDTH = 100;
const TERM_WIDTH = 26;

export function usage(): string {
  const lines = [
    `Usage: svc-verify [OPTION]... ${VERIFY.operands}`,
    ...COMMANDS.map((command) => `       ${synopsis(command)}`),
    "",
    ...DESCRIPTION.flatMap((text) => [...wrap(text, WIDTH), ""]),
    ...VERIFY.groups.flatMap((group) => [...groupLines(group), ""]),
    ...COMMANDS.flatMap((command) => [...commandLines(command), ""]),
    "Examples:",
    ...EXAMPLES.flatMap(([command, meaning]) => [`  ${command}`, `      ${meaning}`]),
    "",
    "Exit status:",
    ...EXIT_STATUS.map(([status, meaning]) => `  ${status}  ${meaning}`),
    ...EXIT_STATUS_RULES.flatMap((text) => wrap(text, WIDTH)),
  ];
  return `${lines.join("\n")}\n`;
}

export function synopsis(command: Command): string {
  const options = optionsOf(command).length === 0 ? "" : " [OPTION]...";
  return `svc-verify ${command.name}${options} ${command.operands}`.trimEnd();
}

/** `-h, --help`, `--rpc CHAIN_ID=URL`. */
export function term({ name, short, value }: Option): string {
  return `${short === undefined ? "" : `-${short}, `}--${name}${value === null ? "" : ` ${value}`}`;
}

function groupLines({ title, options }: OptionGroup): string[] {
  return [`${title}:`, ...options.flatMap(optionLines)];
}

function commandLines(command: Command): string[] {
  const help = wrap(command.help, WIDTH - 2).map((line) => `  ${line}`);
  return [synopsis(command), ...help, ...optionsOf(command).flatMap(optionLines)];
}

function optionLines(option: Option): string[] {
  const [first = "", ...others] = wrap(option.help, WIDTH - TERM_WIDTH);
  const named = `  ${term(option)}`;
  const margin = " ".repeat(TERM_WIDTH);
  return named.length + 2 > TERM_WIDTH
    ? [named, ...[first, ...others].map((line) => `${margin}${line}`)]
    : [`${named.padEnd(TERM_WIDTH)}${first}`, ...others.map((line) => `${margin}${line}`)];
}
