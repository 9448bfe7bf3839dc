import { expect, test } from "vitest";
import { completion } from "./completion.js";
import { EXAMPLE, WITHOUT_MAIN } from "./program.testing.js";

const BASH = `\
# bash completion of a-b: source <(a-b completion bash)
_a_b() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="" command=""
  [ "$COMP_CWORD" -gt 0 ] && prev="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
      shell) command=shell ;;
      list) command="list \${COMP_WORDS[2]}" ;;
    esac
    [ "\${COMP_WORDS[1]}" = list ] && [ "$COMP_CWORD" -eq 2 ] && { COMPREPLY=($(compgen -W "show forget" -- "$cur")); return; }
  fi
  case "$command" in
    "")
      case "$prev" in
        --into) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
        --from) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
        --kind) COMPREPLY=($(compgen -W "x y" -- "$cur")); return ;;
        --name) COMPREPLY=(); return ;;
      esac
      [[ $cur == -* ]] && { COMPREPLY=($(compgen -W "--help --into --from --kind --name" -- "$cur")); return; }
      compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$cur")
      ;;
    "list show")
      [[ $cur == -* ]] && { COMPREPLY=($(compgen -W "--all" -- "$cur")); return; }
      compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$cur")
      ;;
    "list forget")
      [[ $cur == -* ]] && { COMPREPLY=($(compgen -W "" -- "$cur")); return; }
      COMPREPLY=()
      ;;
    "shell")
      [[ $cur == -* ]] && { COMPREPLY=($(compgen -W "" -- "$cur")); return; }
      COMPREPLY=($(compgen -W "bash zsh" -- "$cur"))
      ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && [[ $cur != -* ]] && COMPREPLY+=($(compgen -W "list shell" -- "$cur"))
}
complete -F _a_b a-b
`;

const ZSH = `\
#compdef a-b
# zsh completion of a-b: source <(a-b completion zsh), or as a file _a-b in $fpath
_a_b_verify() {
  _arguments -s '--help[show this]' \\
    '--into[it'\\''s \\[where\\]\\: a\\\\b]:FOLDER:_files -/' \\
    '*--from[what]:FILE:_files' \\
    '--kind[which]:KIND:(x y)' \\
    '--name[who]:NAME: ' \\
    '*:FILE...:_files'
}
_a_b_list_show() {
  _arguments -s '--all[everything]' \\
    '*:\\[FOLDER\\]:_files -/'
}
_a_b_list_forget() {
  _arguments -s '*:: '
}
_a_b_shell() {
  _arguments -s '*:SHELL:(bash zsh)'
}
_a_b() {
  local -a commands=(list shell)
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    compadd -a commands
    _files
    return
  fi
  if (( CURRENT == 3 )) && [[ $words[2] == list ]]; then compadd show forget; return; fi
  case "$words[2] $words[3]" in
    ("list show") shift 2 words; (( CURRENT -= 2 )); _a_b_list_show ;;
    ("list forget") shift 2 words; (( CURRENT -= 2 )); _a_b_list_forget ;;
    ("shell "*) shift 1 words; (( CURRENT -= 1 )); _a_b_shell ;;
    (*) _a_b_verify ;;
  esac
}
if [ "$funcstack[1]" = _a-b ]; then _a_b "$@"; else compdef _a_b a-b; fi
`;

const FISH = `\
# fish completion of a-b: a-b completion fish | source
function __fish_a_b_uses
  set -l words (commandline -opc)
  set -l first ""
  set -l found ""
  if test (count $words) -gt 1
    set first $words[2]
  end
  if contains -- $first list shell
    set found $first
    if test $first = list; and test (count $words) -gt 2; set found "$words[2] $words[3]"; end
  end
  test "$found" = "$argv[1]"
end
complete -c a-b -n "__fish_a_b_uses ''" -F
complete -c a-b -n "__fish_is_first_token" -a list -d 'the list'
complete -c a-b -n "__fish_is_first_token" -a shell -d 'writes a script'
complete -c a-b -f -n "__fish_a_b_uses 'list'" -a show -d 'shows the list'
complete -c a-b -f -n "__fish_a_b_uses 'list'" -a forget -d 'forgets it'
complete -c a-b -n "__fish_a_b_uses ''" -l help -s h -d 'show this'
complete -c a-b -n "__fish_a_b_uses ''" -l into -x -a '(__fish_complete_directories)' -d 'it\\'s [where]: a\\\\b'
complete -c a-b -n "__fish_a_b_uses ''" -l from -r -F -d 'what'
complete -c a-b -n "__fish_a_b_uses ''" -l kind -x -a "x y" -d 'which'
complete -c a-b -n "__fish_a_b_uses ''" -l name -x -d 'who'
complete -c a-b -n "__fish_a_b_uses 'list show'" -l all -s a -d 'everything'
complete -c a-b -f -n "__fish_a_b_uses 'list forget'"
complete -c a-b -f -n "__fish_a_b_uses 'shell'" -a "bash zsh"
`;

test.each([
  ["bash", BASH],
  ["zsh", ZSH],
  ["fish", FISH],
] as const)("%s: words for every command, option and value", (shell, script) => {
  expect(completion(EXAMPLE, shell)).toBe(script);
});

/** Without the lines from the one that begins with `first` to the next that is `last`. */
function without(script: string, first: string, last = first): string {
  const lines = script.split("\n");
  const from = lines.findIndex((line) => line.startsWith(first));
  const to = lines.findIndex((line, at) => at >= from && line.startsWith(last));
  expect([from, to]).not.toContain(-1);
  return [...lines.slice(0, from), ...lines.slice(to + 1)].join("\n");
}

test("a program that needs a command completes nothing without one", () => {
  expect(completion(WITHOUT_MAIN, "bash")).toBe(without(BASH, '    "")', "      ;;"));
  const zsh = without(without(ZSH, "_a_b_verify() {", "}"), "    (*) _a_b_verify");
  expect(completion(WITHOUT_MAIN, "zsh")).toBe(without(zsh, "    _files"));
  let fish = FISH.replace(`uses ''" -F`, `uses ''" -f`);
  for (let i = 0; i < 5; i++) fish = without(fish, `complete -c a-b -n "__fish_a_b_uses ''" -l`);
  expect(completion(WITHOUT_MAIN, "fish")).toBe(fish);
});

test("a command of fish whose first word is not described has an empty description", () => {
  expect(completion({ ...EXAMPLE, groups: {} }, "fish")).toContain("-a list -d ''\n");
});
