import { describe, expect, it, test } from "vitest";
import {
  anyText,
  type Command,
  expectOperands,
  findCommand,
  integer,
  moment,
  oneOf,
  parseCommand,
} from "./command.js";
import { UsageError } from "./output.js";

describe("command", () => {
  const COMMAND: Command = {
    name: "do",
    operands: "FILE...",
    completion: "file",
    help: "does",
    groups: [
      {
        title: "First",
        options: [
          { name: "help", short: "h", value: null, completion: "text", help: "" },
          { name: "original", value: "FILE", completion: "file", help: "" },
        ],
      },
      {
        title: "Second",
        options: [{ name: "rpc", short: "r", value: "URL", completion: "text", isList: true, help: "" }],
      },
    ],
  };
  const parse = (...words: string[]) => parseCommand(COMMAND, words);
  const refusal = (words: readonly string[], command = COMMAND) => {
    try {
      parseCommand(command, words);
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      return (error as Error).message;
    }
    return null;
  };

  test("switches, values and operands, in any order; after -- everything is an operand", () => {
    const words = "a --rpc 1 -r2 -h --original=o b -- --rpc".split(" ");
    const { positionals, has, all, one } = parse(...words);
    expect(positionals).toEqual(["a", "b", "--rpc"]);
    expect(has("help")).toBe(true);
    expect(all("rpc")).toEqual(["1", "2"]);
    expect(one("original")).toBe("o");
  });

  test("what was not given", () => {
    const { positionals, has, all, one } = parse();
    expect([positionals, has("help"), all("rpc"), one("original")]).toEqual([[], false, [], undefined]);
  });

  test("an option that makes no sense twice is refused twice, even with the same value", () => {
    const { one, all } = parse("--original", "o", "--original", "o");
    expect(() => one("original")).toThrow(new UsageError("--original: expected once, got 2 times"));
    expect(all("original")).toEqual(["o", "o"]);
  });

  test("a program that asks for an option that its table lacks is wrong", () => {
    const { has, all, one } = parse();
    for (const ask of [has, all, one]) expect(() => ask("orignal")).toThrow(RangeError);
  });

  test.each([
    [["--orignal", "x"], "do: Unknown option '--orignal'. Did you mean --original?"],
    [["--verbose"], "do: Unknown option '--verbose'."],
    [["--rcp"], "do: Unknown option '--rcp'. Did you mean --rpc?"],
    [["-x"], "do: Unknown option '-x'."],
  ])("%j: %s", (words, message) => {
    expect(refusal(words)).toBe(message);
  });

  test("a value that is missing, or given to a switch, is refused with Node's words, after the command's name", () => {
    expect(refusal(["--original"])).toMatch(/^do: .*--original <value>.*argument missing$/);
    expect(refusal(["--help=x"])).toMatch(/^do: .*does not take an argument$/);
    expect(refusal(["--verbose"], { ...COMMAND, name: "" })).toBe("Unknown option '--verbose'.");
  });

  test("a value as its reader has it; null if it was not given, which may be refused", () => {
    const read = (label: string, word: string) => `${label} is ${word}`;
    const { optional, required } = parse("--original", "o");
    expect([optional("original", read), required("original", read)]).toEqual([
      "--original is o",
      "--original is o",
    ]);
    expect(parse().optional("original", read)).toBeNull();
    expect(() => parse().required("original", read)).toThrow(new UsageError("do: expected --original"));
  });

  describe("the command that words name", () => {
    const commands = ["add", "key list", "key revoke"].map((name) => ({ ...COMMAND, name }));

    test.each([
      [["add", "x"], "add"],
      [["key", "revoke", "x"], "key revoke"],
    ])("%j: %s", (words, name) => {
      expect(findCommand(commands, words).name).toBe(name);
    });

    test.each([
      [[], 'no command is called ""'],
      [["zebra"], 'no command is called "zebra"'],
      [["ad"], 'no command is called "ad". Did you mean add?'],
      [["kye", "list"], 'no command is called "kye". Did you mean key?'],
      [["key"], "key: expected list, revoke"],
      [["key", "lst"], "key: expected list, revoke. Did you mean list?"],
      [["toString"], 'no command is called "toString"'],
    ])("%j: %s", (words, message) => {
      expect(() => findCommand(commands, words)).toThrow(new UsageError(message));
    });
  });

  test.each([
    ["", 0, 0],
    ["FILE", 1, 1],
    ["ACCOUNT free|pro", 2, 2],
    ["[FILE]", 0, 1],
    ["FILE...", 1, 9],
    ["[FILE|FOLDER...]", 0, 9],
  ])("%j is from %i to %i operands", (operands, least, most) => {
    for (let count = 0; count < 10; count++) {
      const given = { positionals: Array.from({ length: count }, () => "x") };
      const expecting = () => expectOperands({ name: "do", operands }, given);
      if (count >= least && count <= most) expect(expecting).not.toThrow();
      else expect(expecting).toThrow(`do: expected ${operands || "nothing after it"}`);
    }
  });
});

describe("values", () => {
  it("an integer within its bounds", () => {
    const read = (word: string) => integer(1, 1_000_000)("--limit", word);
    expect(["1", "10", "1000000"].map(read)).toEqual([1, 10, 1_000_000]);
    for (const word of ["0", "-1", "1.5", "1e3", "1000001", "ten", "", " 1", "01", "9".repeat(400)]) {
      expect(() => read(word)).toThrow(
        new UsageError(`--limit: expected an integer from 1 to 1000000, got "${word}"`),
      );
    }
  });

  it("a moment: a day, or a time of UTC", () => {
    const read = (word: string) => moment("--from", word);
    expect([read("2026-11-30"), read("2024-02-29"), read("2026-11-30T18:05Z")]).toEqual([
      new Date("2026-11-30T00:00:00.000Z"),
      new Date("2024-02-29T00:00:00.000Z"),
      new Date("2026-11-30T18:05:00.000Z"),
    ]);
    expect(read("2026-11-30T18:05:06.789Z")).toEqual(new Date("2026-11-30T18:05:06.789Z"));
    for (const word of [
      ...["", "today", "2026", "2026-13-01", "2026-02-29", "2026-11-30T18:05", "2026-11-30T25:00Z"],
      ...["2016-12-31T23:59:60Z", "30.11.2026"],
    ]) {
      expect(() => read(word), word).toThrow(UsageError);
    }
  });

  it("one of several words, with a suggestion for a misspelt one", () => {
    expect(oneOf(["free", "pro"])("--plan", "pro")).toBe("pro");
    expect(() => oneOf(["free", "pro"])("--plan", "por")).toThrow(
      new UsageError('--plan: expected free, pro, got "por". Did you mean pro?'),
    );
  });

  it("any text", () => expect(anyText("--name", "a b")).toBe("a b"));
});
