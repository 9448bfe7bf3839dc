/** Scripts by which shells complete the commands and options of a program. */
import {
  type Command,
  type Completion,
  type Option,
  optionsOf,
  type ParsedWords,
  type Program,
  SHELLS,
  type Shell,
} from "./command.js";
import { UsageError } from "./output.js";

const SCRIPTS: Readonly<Record<Shell, (program: Program) => string>> = { bash, zsh, fish };

/** The script by which a shell completes the program's commands and options. */
export function completion(program: Program, shell: Shell): string {
  return SCRIPTS[shell](program);
}

/** What the command `COMPLETION` prints. @throws UsageError unless it names one shell. */
export function askedCompletion(
  program: Program,
  { positionals: [word, ...others] }: Pick<ParsedWords, "positionals">,
): string {
  const shell = SHELLS.find((known) => known === word);
  if (shell === undefined || others.length > 0) {
    throw new UsageError(`completion: expected ${SHELLS.join(", ")}`);
  }
  return completion(program, shell);
}

/** First words: `trust-list` once for its commands. */
function firstWords({ commands }: Program): readonly string[] {
  return [...new Set(commands.map(({ name }) => name.split(" ")[0]!))];
}

/** First words that a second one follows. */
function nestedWords(program: Program): readonly string[] {
  return firstWords(program).filter((word) => secondWords(program, word).length > 0);
}

/** Second words of a first one. */
function secondWords({ commands }: Program, first: string): readonly string[] {
  return commands.flatMap(({ name }) => {
    const [word, second] = name.split(" ");
    return word === first && second !== undefined ? [second] : [];
  });
}

/** Commands by their first and second word; what runs without one under "". */
function all({ main, commands }: Program): readonly Command[] {
  return main === null ? commands : [main, ...commands];
}

/** `svc-verify` as a part of a shell function's name. */
function identifier({ name }: Program): string {
  return name.replaceAll("-", "_");
}

function isWords(completion: Completion): completion is readonly string[] {
  return Array.isArray(completion);
}

/** What the word after an option, or an operand, is: a line of bash that sets COMPREPLY. */
function bashReply(completion: Completion): string {
  if (isWords(completion)) return `COMPREPLY=($(compgen -W "${completion.join(" ")}" -- "$cur"))`;
  // Not COMPREPLY=($(...)), which takes a name apart at its spaces and expands its asterisks.
  if (completion === "file") return `compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur")`;
  if (completion === "folder") return `compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur")`;
  return "COMPREPLY=()";
}

function bash(program: Program): string {
  const { name } = program;
  const functionName = `_${identifier(program)}`;
  const first = firstWords(program);
  const nested = nestedWords(program);
  const cases = all(program).flatMap((command) => {
    const valued = optionsOf(command).filter(({ value }) => value !== null);
    const names = optionsOf(command).map(({ name }) => `--${name}`);
    return [
      `    "${command.name}")`,
      ...(valued.length === 0
        ? []
        : [
            `      case "$prev" in`,
            ...valued.map(({ name, completion }) => `        --${name}) ${bashReply(completion)}; return ;;`),
            "      esac",
          ]),
      `      [[ $cur == -* ]] && { COMPREPLY=($(compgen -W "${names.join(" ")}" -- "$cur")); return; }`,
      `      ${bashReply(command.completion)}`,
      "      ;;",
    ];
  });
  return `${[
    `# bash completion of ${name}: source <(${name} completion bash)`,
    `${functionName}() {`,
    `  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="" command=""`,
    `  [ "$COMP_CWORD" -gt 0 ] && prev="\${COMP_WORDS[COMP_CWORD-1]}"`,
    "  COMPREPLY=()",
    '  if [ "$COMP_CWORD" -gt 1 ]; then',
    `    case "\${COMP_WORDS[1]}" in`,
    ...first.filter((word) => !nested.includes(word)).map((word) => `      ${word}) command=${word} ;;`),
    ...nested.map((word) => `      ${word}) command="${word} \${COMP_WORDS[2]}" ;;`),
    "    esac",
    ...nested.map(
      (word) =>
        `    [ "\${COMP_WORDS[1]}" = ${word} ] && [ "$COMP_CWORD" -eq 2 ] && { COMPREPLY=($(compgen -W "${secondWords(program, word).join(" ")}" -- "$cur")); return; }`,
    ),
    "  fi",
    '  case "$command" in',
    ...cases,
    "  esac",
    // A command may be the first word, and so may a file.
    `  [ "$COMP_CWORD" -eq 1 ] && [[ $cur != -* ]] && COMPREPLY+=($(compgen -W "${first.join(" ")}" -- "$cur"))`,
    "}",
    `complete -F ${functionName} ${name}`,
  ].join("\n")}\n`;
}

function zshAction(completion: Completion): string {
  if (isWords(completion)) return `(${completion.join(" ")})`;
  if (completion === "file") return "_files";
  return completion === "folder" ? "_files -/" : " ";
}

/** Text inside a specification of `_arguments`, inside single quotes. */
function zshText(text: string): string {
  return text.replace(/[\\:[\]]/g, "\\$&").replaceAll("'", "'\\''");
}

function zshOption({ name, value, completion, isList, help }: Option): string {
  const repeat = isList === true ? "*" : "";
  const follows = value === null ? "" : `:${zshText(value)}:${zshAction(completion)}`;
  return `'${repeat}--${name}[${zshText(help)}]${follows}'`;
}

function zsh(program: Program): string {
  const { name, main, commands } = program;
  const prefix = `_${identifier(program)}`;
  const first = firstWords(program);
  const functions = all(program).flatMap((command) => [
    `${prefix}_${partName(command)}() {`,
    `  _arguments -s ${[
      ...optionsOf(command).map(zshOption),
      `'*:${zshText(command.operands)}:${zshAction(command.completion)}'`,
    ].join(" \\\n    ")}`,
    "}",
  ]);
  const cases = commands.map((command) => {
    const count = command.name.split(" ").length;
    const pattern = count > 1 ? `"${command.name}"` : `"${command.name} "*`;
    return `    (${pattern}) shift ${count} words; (( CURRENT -= ${count} )); ${prefix}_${partName(command)} ;;`;
  });
  return `${[
    `#compdef ${name}`,
    `# zsh completion of ${name}: source <(${name} completion zsh), or as a file _${name} in $fpath`,
    ...functions,
    `${prefix}() {`,
    `  local -a commands=(${first.join(" ")})`,
    "  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then",
    "    compadd -a commands",
    ...(main === null ? [] : ["    _files"]),
    "    return",
    "  fi",
    ...nestedWords(program).map(
      (word) =>
        `  if (( CURRENT == 3 )) && [[ $words[2] == ${word} ]]; then compadd ${secondWords(program, word).join(" ")}; return; fi`,
    ),
    '  case "$words[2] $words[3]" in',
    ...cases,
    ...(main === null ? [] : [`    (*) ${prefix}_${partName(main)} ;;`]),
    "  esac",
    "}",
    `if [ "$funcstack[1]" = _${name} ]; then ${prefix} "$@"; else compdef ${prefix} ${name}; fi`,
  ].join("\n")}\n`;
}

function partName({ name }: Command): string {
  return name === "" ? "verify" : name.replaceAll(/[ -]/g, "_");
}

function fish(program: Program): string {
  const { name, main, commands, groups } = program;
  const uses = `__fish_${identifier(program)}_uses`;
  const first = firstWords(program);
  const lines = [
    `# fish completion of ${name}: ${name} completion fish | source`,
    `function ${uses}`,
    "  set -l words (commandline -opc)",
    `  set -l first ""`,
    `  set -l found ""`,
    "  if test (count $words) -gt 1",
    "    set first $words[2]",
    "  end",
    `  if contains -- $first ${first.join(" ")}`,
    "    set found $first",
    ...nestedWords(program).map(
      (word) =>
        `    if test $first = ${word}; and test (count $words) -gt 2; set found "$words[2] $words[3]"; end`,
    ),
    "  end",
    '  test "$found" = "$argv[1]"',
    "end",
    `complete -c ${name} -n "${uses} ''" ${main === null ? "-f" : "-F"}`,
    ...first.map((word) => {
      const [command] = commands.filter(({ name }) => name === word);
      return `complete -c ${name} -n "__fish_is_first_token" -a ${word} -d ${fishText(command?.help ?? groups[word] ?? "")}`;
    }),
    ...first.flatMap((word) =>
      secondWords(program, word).map(
        (second) =>
          `complete -c ${name} -f -n "${uses} '${word}'" -a ${second} -d ${fishText(commands.find(({ name }) => name === `${word} ${second}`)!.help)}`,
      ),
    ),
    ...all(program).flatMap((command) => {
      const condition = `-n "${uses} '${command.name}'"`;
      return [
        ...fishOperands(name, command, condition),
        ...optionsOf(command).map((option) => fishOption(name, option, condition)),
      ];
    }),
  ];
  return `${lines.join("\n")}\n`;
}

/** Fish offers files where nothing else is said. */
function fishOperands(name: string, { completion }: Command, condition: string): string[] {
  if (isWords(completion)) return [`complete -c ${name} -f ${condition} -a "${completion.join(" ")}"`];
  return completion === "text" ? [`complete -c ${name} -f ${condition}`] : [];
}

function fishOption(
  program: string,
  { name, short, value, completion, help }: Option,
  condition: string,
): string {
  const follows = isWords(completion)
    ? `-x -a "${completion.join(" ")}"`
    : value === null
      ? ""
      : completion === "file"
        ? "-r -F"
        : completion === "folder"
          ? "-x -a '(__fish_complete_directories)'"
          : "-x";
  return [
    `complete -c ${program} ${condition} -l ${name}`,
    short === undefined ? "" : `-s ${short}`,
    follows,
    `-d ${fishText(help)}`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function fishText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
