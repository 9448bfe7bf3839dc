/** `svc-verify completion`: scripts by which shells complete commands and options. */
import { type Command, type Completion, type Option, optionsOf } from "../options/command.js";
import { COMMANDS, type Shell, VERIFY } from "../options/commands.js";

const SCRIPTS: Readonly<Record<Shell, () => string>> = { bash, zsh, fish };

export function completion(shell: Shell): string {
  return SCRIPTS[shell]();
}

/** First words: `trust-list` once for its commands. */
const FIRST_WORDS: readonly string[] = [...new Set(COMMANDS.map(({ name }) => name.split(" ")[0]!))];

/** Commands by their first and second word; the verification under "". */
const ALL: readonly Command[] = [VERIFY, ...COMMANDS];

/** Second words of a first one. */
function secondWords(first: string): readonly string[] {
  return COMMANDS.flatMap(({ name }) => {
    const [word, second] = name.split(" ");
    return word === first && second !== undefined ? [second] : [];
  });
}

function isWords(completion: Completion): completion is readonly string[] {
  return Array.isArray(completion);
}

/** What the word after an option, or an operand, is: a line of bash that sets COMPREPLY. */
function bashReply(completion: Completion): string {
  if (isWords(completion)) return `COMPREPLY=($(compgen -W "${completion.join(" ")}" -- "$cur"))`;
  if (completion === "file") return `compopt -o filenames; COMPREPLY=($(compgen -f -- "$cur"))`;
  if (completion === "folder") return `compopt -o filenames; COMPREPLY=($(compgen -d -- "$cur"))`;
  return "COMPREPLY=()";
}

function bash(): string {
  const nested = FIRST_WORDS.filter((word) => secondWords(word).length > 0);
  const cases = ALL.flatMap((command) => {
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
    "# bash completion of svc-verify: source <(svc-verify completion bash)",
    "_svc_verify() {",
    `  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="" command=""`,
    `  [ "$COMP_CWORD" -gt 0 ] && prev="\${COMP_WORDS[COMP_CWORD-1]}"`,
    "  COMPREPLY=()",
    '  if [ "$COMP_CWORD" -gt 1 ]; then',
    `    case "\${COMP_WORDS[1]}" in`,
    ...FIRST_WORDS.filter((word) => !nested.includes(word)).map(
      (word) => `      ${word}) command=${word} ;;`,
    ),
    ...nested.map((word) => `      ${word}) command="${word} \${COMP_WORDS[2]}" ;;`),
    "    esac",
    ...nested.map(
      (word) =>
        `    [ "\${COMP_WORDS[1]}" = ${word} ] && [ "$COMP_CWORD" -eq 2 ] && { COMPREPLY=($(compgen -W "${secondWords(word).join(" ")}" -- "$cur")); return; }`,
    ),
    "  fi",
    '  case "$command" in',
    ...cases,
    "  esac",
    // A command may be the first word, and so may a file.
    `  [ "$COMP_CWORD" -eq 1 ] && [[ $cur != -* ]] && COMPREPLY+=($(compgen -W "${FIRST_WORDS.join(" ")}" -- "$cur"))`,
    "}",
    "complete -F _svc_verify svc-verify",
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

function zsh(): string {
  const functions = ALL.flatMap((command) => [
    `_svc_verify_${functionName(command)}() {`,
    `  _arguments -s ${[
      ...optionsOf(command).map(zshOption),
      `'*:${zshText(command.operands)}:${zshAction(command.completion)}'`,
    ].join(" \\\n    ")}`,
    "}",
  ]);
  const nested = FIRST_WORDS.filter((word) => secondWords(word).length > 0);
  const cases = COMMANDS.map((command) => {
    const count = command.name.split(" ").length;
    const pattern = count > 1 ? `"${command.name}"` : `"${command.name} "*`;
    return `    (${pattern}) shift ${count} words; (( CURRENT -= ${count} )); _svc_verify_${functionName(command)} ;;`;
  });
  return `${[
    "#compdef svc-verify",
    "# zsh completion of svc-verify: source <(svc-verify completion zsh), or as a file _svc-verify in $fpath",
    ...functions,
    "_svc_verify() {",
    `  local -a commands=(${FIRST_WORDS.join(" ")})`,
    "  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then",
    "    compadd -a commands",
    "    _files",
    "    return",
    "  fi",
    ...nested.map(
      (word) =>
        `  if (( CURRENT == 3 )) && [[ $words[2] == ${word} ]]; then compadd ${secondWords(word).join(" ")}; return; fi`,
    ),
    '  case "$words[2] $words[3]" in',
    ...cases,
    "    (*) _svc_verify_verify ;;",
    "  esac",
    "}",
    'if [ "$funcstack[1]" = _svc-verify ]; then _svc_verify "$@"; else compdef _svc_verify svc-verify; fi',
  ].join("\n")}\n`;
}

function functionName({ name }: Command): string {
  return name === "" ? "verify" : name.replaceAll(/[ -]/g, "_");
}

function fish(): string {
  const isNone = `__fish_svc_verify_uses ''`;
  const lines = [
    "# fish completion of svc-verify: svc-verify completion fish | source",
    "function __fish_svc_verify_uses",
    "  set -l words (commandline -opc)",
    `  set -l first ""`,
    `  set -l found ""`,
    "  if test (count $words) -gt 1",
    "    set first $words[2]",
    "  end",
    `  if contains -- $first ${FIRST_WORDS.join(" ")}`,
    "    set found $first",
    ...FIRST_WORDS.filter((word) => secondWords(word).length > 0).map(
      (word) =>
        `    if test $first = ${word}; and test (count $words) -gt 2; set found "$words[2] $words[3]"; end`,
    ),
    "  end",
    '  test "$found" = "$argv[1]"',
    "end",
    `complete -c svc-verify -n "${isNone}" -F`,
    ...FIRST_WORDS.map((word) => {
      const [command] = COMMANDS.filter(({ name }) => name === word);
      return `complete -c svc-verify -n "__fish_is_first_token" -a ${word} -d ${fishText(command?.help ?? "EU trusted lists")}`;
    }),
    ...FIRST_WORDS.flatMap((first) =>
      secondWords(first).map(
        (second) =>
          `complete -c svc-verify -f -n "__fish_svc_verify_uses '${first}'" -a ${second} -d ${fishText(COMMANDS.find(({ name }) => name === `${first} ${second}`)!.help)}`,
      ),
    ),
    ...ALL.flatMap((command) => {
      const condition = `-n "__fish_svc_verify_uses '${command.name}'"`;
      const operands = isWords(command.completion)
        ? [`complete -c svc-verify -f ${condition} -a "${command.completion.join(" ")}"`]
        : [];
      return [...operands, ...optionsOf(command).map((option) => fishOption(option, condition))];
    }),
  ];
  return `${lines.join("\n")}\n`;
}

function fishOption({ name, short, value, completion, help }: Option, condition: string): string {
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
    `complete -c svc-verify ${condition} -l ${name}`,
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
