import { describe, expect, it } from "vitest";
import { COMMANDS } from "./commands.js";
import { UsageError } from "./errors.js";
import { parseInvocation } from "./invocation.js";

const ID = "3f0abc39-7163-42c7-a194-85c78ad21749";

describe("a command line", () => {
  it.each([
    [[], 'unknown command ""'],
    [["acount", "list"], 'unknown command "acount"; did you mean account?'],
    [["zebra"], 'unknown command "zebra"'],
    [["account"], "expected: account create | list | show"],
    [["account", "lst"], 'unknown command "account lst"; did you mean list?'],
    [["account", "remove-all"], "account has create, list"],
    [["account", "list", "--plna", "pro"], "account list has no option --plna; did you mean --plan?"],
    [["account", "list", "-p"], "account list has no option -p"],
    [["account", "list", "--constructor", "x"], "account list has no option --constructor"],
    [["account", "create", "extra", "--plan", "free"], "expected: account create --plan free|pro"],
    [["account", "show"], "expected: account show ACCOUNT"],
    [["account", "list", "--disabled=yes"], "--disabled takes no value"],
    [["account", "list", "--plan"], "--plan expected a value"],
    [["account", "list", "--plan", "--json"], "--plan expected a value"],
    [["account", "list", "--plan", "pro", "--plan", "free"], "--plan is given twice"],
    [["key", "revoke", ID, ID], "expected: key revoke KEY_ID"],
  ])("%j is refused: %s", (args, told) => {
    expect(() => parseInvocation(args)).toThrow(UsageError);
    expect(() => parseInvocation(args)).toThrow(told);
  });

  it("says whether the answer is for scripts, and whether it may create the database", () => {
    expect(parseInvocation(["account", "list"])).toMatchObject({ isJson: false, makesDatabase: false });
    expect(parseInvocation(["account", "create", "--json"])).toMatchObject({
      isJson: true,
      makesDatabase: true,
    });
    const making = COMMANDS.filter(({ makesDatabase }) => makesDatabase);
    expect(making.map(({ words }) => words.join(" "))).toEqual(["account create"]);
  });

  it("may give a value that begins with a dash after an equals sign", () => {
    expect(parseInvocation(["seals", "add", "--amount=-1"])).toMatchObject({ isJson: false });
  });

  it("tells about all commands, an area, or one command", () => {
    const help = (...args: string[]) => (parseInvocation(args) as { help: string }).help;
    for (const { words } of COMMANDS) {
      expect(help("--help")).toContain(words.join(" "));
      expect(help(words[0], "-h")).toContain(words.join(" "));
      expect(help(...words, "--help").split("\n")[2]).toMatch(new RegExp(`^  ${words.join(" ")}( |$)`));
    }
    expect(help("help")).toBe(help("--help"));
    expect(help("key", "--help")).not.toContain("account create");
  });
});

describe.each(COMMANDS.map((command) => [command.words.join(" "), command] as const))("%s", (_, command) => {
  it("names all its options and arguments in its usage, and no others", () => {
    const told = [...command.usage.matchAll(/--([a-z-]+)/g)].map(([, name]) => name);
    expect(new Set(told)).toEqual(new Set(Object.keys(command.options)));
    for (const name of command.positionals) {
      if (name !== "PLAN") expect(command.usage).toContain(name);
    }
    expect(command.doc).not.toMatch(/[.]$/);
  });
});
