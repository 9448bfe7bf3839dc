import { describe, expect, test } from "vitest";
import { HELP, type Option, type Program } from "./command.js";
import { commandUsage, manPage, overview, readInvocation, usage } from "./help.js";
import { EXAMPLE, WITHOUT_MAIN } from "./program.testing.js";

describe("man page", () => {
  const PAGE = `\
.TH A-B 1 "" "a-b 1.2.3" "User Commands"
.SH NAME
a-b \\- does things
.SH SYNOPSIS
.B a\\-b [OPTION]... FILE...
.br
.B a\\-b list show [OPTION]... [FOLDER]
.br
.B a\\-b list forget
.br
.B a\\-b shell SHELL
.SH DESCRIPTION
.PP
First paragraph.
.PP
\\&.second, with a back\\eslash
.SH OPTIONS
.SS What
.TP
.B \\-h, \\-\\-help
show this
.TP
.B \\-\\-into FOLDER
it's [where]: a\\eb
.TP
.B \\-\\-from FILE
what
.TP
.B \\-\\-kind KIND
which
.TP
.B \\-\\-name NAME
who
.SH COMMANDS
.SS a\\-b list show [OPTION]... [FOLDER]
shows the list
.TP
.B \\-a, \\-\\-all
everything
.SS a\\-b list forget
forgets it
.SS a\\-b shell SHELL
writes a script
.SH EXIT STATUS
.TP
.B 0
done
.PP
The worst counts.
.SH ENVIRONMENT
.TP
.B NO_COLOR
No colours.
.SH EXAMPLES
.TP
.B a\\-b x
does x
`;

  test("every command, option and example has its entry; hyphens, backslashes and first dots are text", () => {
    expect(manPage(EXAMPLE, "1.2.3")).toBe(PAGE);
  });

  test("a program that needs a command has no options of its own, and one with files names them", () => {
    const [start, end] = [PAGE.indexOf(".SH OPTIONS"), PAGE.indexOf(".SH COMMANDS")];
    expect(manPage(WITHOUT_MAIN, "1.2.3")).toBe(
      `${PAGE.slice(0, start)}${PAGE.slice(end)}`
        .replace(".B a\\-b [OPTION]... FILE...\n.br\n", "")
        .replace(".SH EXAMPLES", ".SH FILES\n.TP\n.B ~/.a\\-b\nSettings.\n.SH EXAMPLES"),
    );
  });

  test("only the first character of a line can begin a request", () => {
    const page = manPage({ ...EXAMPLE, description: ["'a", "b.c"] }, "1");
    expect(page).toContain("\n\\&'a\n.PP\nb.c\n");
  });
});

describe("usage", () => {
  const USAGE = `\
Usage: a-b [OPTION]... FILE...
       a-b list show [OPTION]... [FOLDER]
       a-b list forget
       a-b shell SHELL

First paragraph.

.second, with a back\\slash

What:
  -h, --help              show this
  --into FOLDER           it's [where]: a\\b
  --from FILE             what
  --kind KIND             which
  --name NAME             who

a-b list show [OPTION]... [FOLDER]
  shows the list
  -a, --all               everything

a-b list forget
  forgets it

a-b shell SHELL
  writes a script

Examples:
  a-b x
      does x

Exit status:
  0  done
The worst counts.
`;

  test("--help shows how a program is called, its options by group, its commands, examples and exit status", () => {
    expect(usage(EXAMPLE)).toBe(USAGE);
  });

  test("a program that needs a command has no options of its own", () => {
    const [start, end] = [
      USAGE.indexOf("What:"),
      USAGE.indexOf("a-b list show [OPTION]... [FOLDER]\n  shows"),
    ];
    expect(usage(WITHOUT_MAIN)).toBe(
      `${USAGE.slice(0, start)}${USAGE.slice(end)}`.replace("a-b [OPTION]... FILE...\n       ", ""),
    );
  });

  test("an overview has the first sentence of each command", () => {
    expect(overview(WITHOUT_MAIN)).toBe(`\
Usage: a-b COMMAND [OPTION]... [OPERAND]...

First paragraph.

.second, with a back\\slash

Commands:
  list show    shows the list
  list forget  forgets it
  shell        writes a script

Examples:
  a-b x
      does x

a-b COMMAND --help shows the options of a command.

Exit status:
  0  done
The worst counts.
`);
  });

  test("the help of one command", () => {
    expect(commandUsage(WITHOUT_MAIN, WITHOUT_MAIN.commands[0]!)).toBe(`\
Usage: a-b list show [OPTION]... [FOLDER]

shows the list

How:
  -a, --all               everything
`);
  });

  const LONG = Array.from({ length: 30 }, (_, i) => `word${i % 10}`).join(" ");

  /** The lines of a text that hold nothing but words of `LONG` after what is taken away. */
  const wordsOf = (text: string) => text.split("\n").filter((line) => /word\d/.test(line));

  function expectWrapped(lines: readonly string[], margin: number): void {
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
    for (const line of lines.slice(1)) expect(/^ */.exec(line)![0]).toHaveLength(margin);
    // No line has room for the first word of the next.
    for (const line of lines.slice(0, -1)) expect(line.length + " word0".length).toBeGreaterThan(100);
    expect(
      lines
        .join(" ")
        .match(/word\d/g)!
        .join(" "),
    ).toBe(LONG);
  }

  const withOption = (option: Partial<Option>): Program => ({
    ...EXAMPLE,
    main: {
      ...EXAMPLE.main!,
      groups: [
        { title: "T", options: [{ name: "x", value: null, completion: "text", help: LONG, ...option }] },
      ],
    },
  });

  test("long texts are broken at 100 characters, under the line that they belong to", () => {
    expectWrapped(wordsOf(usage({ ...EXAMPLE, description: [LONG] })), 0);
    expectWrapped(wordsOf(usage({ ...EXAMPLE, exitStatus: [["0", LONG]] })), 5);
    expectWrapped(wordsOf(usage({ ...EXAMPLE, exitStatusRules: [LONG] })), 0);
    expectWrapped(wordsOf(usage(withOption({}))), 26);
    expectWrapped(wordsOf(usage(withOption({ name: "x".repeat(30) }))), 26);
    const long = { ...WITHOUT_MAIN, commands: [{ ...WITHOUT_MAIN.commands[0]!, help: LONG }] };
    expectWrapped(wordsOf(usage(long)), 2);
    expectWrapped(wordsOf(commandUsage(long, long.commands[0]!)), 0);
    expectWrapped(wordsOf(overview(long)), "list show".length + 4);
    expectWrapped(wordsOf(overview({ ...WITHOUT_MAIN, description: [LONG] })), 0);
  });

  test("an overview leaves the other sentences to --help", () => {
    const commands = [{ ...WITHOUT_MAIN.commands[0]!, help: "does one. And another." }];
    expect(overview({ ...WITHOUT_MAIN, commands })).toContain("  list show  does one.\n\n");
  });

  test.each([
    [20, "  --%s  short"],
    [21, "  --%s\n                          short"],
  ])("an option of %i letters has its meaning beside it only if two spaces fit between", (length, lines) => {
    const name = "x".repeat(length);
    expect(usage(withOption({ name, help: "short" }))).toContain(`\n${lines.replace("%s", name)}\n`);
  });
});

describe("what words ask for", () => {
  const program: Program = {
    ...WITHOUT_MAIN,
    commands: WITHOUT_MAIN.commands.map((command) => ({
      ...command,
      groups: [...command.groups, { title: "Output", options: [HELP] }],
    })),
  };
  const [show, forget] = program.commands;

  test.each([["--help"], ["-h"], ["help"]])("%s: the program", (word) => {
    expect(readInvocation(program, [word])).toEqual({ help: overview(program) });
  });

  test.each([
    ["list", "--help"],
    ["list", "-h"],
    ["help", "list"],
  ])("%s %s: commands that share a word", (...words) => {
    const help = `${commandUsage(program, show!)}\n${commandUsage(program, forget!)}`;
    expect(readInvocation(program, words)).toEqual({ help });
  });

  test.each([
    ["list", "show", "--help"],
    ["list", "show", "a", "b", "-h"],
    ["help", "list", "show"],
  ])("%j: one command", (...words) => {
    expect(readInvocation(program, words)).toEqual({ help: commandUsage(program, show!) });
  });

  test("a command with its words", () => {
    const read = readInvocation(program, ["list", "show", "-a", "x"]);
    expect(read).toMatchObject({ command: show, words: { positionals: ["x"] } });
    expect("words" in read && read.words.has("all")).toBe(true);
    expect(() => readInvocation(program, ["list", "show", "x", "y"])).toThrow("list show: expected [FOLDER]");
    expect(() => readInvocation(program, [])).toThrow('no command is called ""');
  });
});
