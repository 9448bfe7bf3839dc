import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { optionsOf } from "../command-line/command.js";
import { completion } from "../command-line/completion.js";
import { manPage } from "../command-line/help.js";
import { VERIFIER } from "../version.js";
import { COMMANDS, SVC_VERIFY, VERIFY } from "./commands.js";

const commands = [VERIFY, ...COMMANDS];
const every = commands.flatMap((command) => optionsOf(command).map((option) => ({ command, option })));

test("the manual page that npm installs tells every command and option", () => {
  const page = readFileSync(new URL("../../man/svc-verify.1", import.meta.url), "utf8");
  expect(manPage(SVC_VERIFY, VERIFIER.version)).toBe(page);
});

test("a word that begins several commands has a meaning of its own", () => {
  expect(completion(SVC_VERIFY, "fish")).toContain("-a trust-list -d 'EU trusted lists'\n");
});

test("an option that may be repeated says so", () => {
  expect(every.length).toBeGreaterThan(40);
  for (const { option } of every) {
    expect(option.isList === true, option.name).toBe(/may be repeated/.test(option.help));
  }
});

test("shells offer what follows an option: words, a file, a folder, or nothing that they know", () => {
  for (const { option } of every) {
    if (option.value === null) expect(option.completion, option.name).toBe("text");
    else if (option.value.startsWith("FILE")) expect(option.completion, option.name).toBe("file");
    else if (option.value === "FOLDER") expect(option.completion, option.name).toBe("folder");
    else if (option.name === "color") expect(option.completion).toEqual(["auto", "always", "never"]);
    else expect(option.completion, option.name).toBe("text");
  }
});

test("operands are files unless a command has none, or the names of shells", () => {
  expect(commands.map(({ name, completion }) => [name, completion])).toEqual([
    ["", "file"],
    ["upgrade", "file"],
    ["asic", "file"],
    ["trust-list update", "text"],
    ["trust-list build", "text"],
    ["trust-list show", "file"],
    ["trust-list check", "file"],
    ["completion", ["bash", "zsh", "fish"]],
    ["man", "text"],
  ]);
});
