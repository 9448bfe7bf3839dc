/** Words as a real shell reads them. */
import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PLACEHOLDER_FILE, shellWord } from "./shell-word.js";

const read = (word: string) => execFileSync("sh", ["-c", `printf %s ${word}`], { encoding: "utf8" });

test.each([
  "plain.txt",
  "two words.txt",
  "it's.txt",
  "$(rm -rf ~)",
  "`id`",
  'a"b\\c',
  "*",
  "~root",
  "#",
  "Ünïcödé 契約.pdf",
])("%j reaches a program unchanged", (name) => {
  expect(read(shellWord(name))).toBe(name);
});

test("a name is never an option", () => {
  expect(read(shellWord("-rf"))).toBe("./-rf");
});

test.each(["", "a\nb", "a\u0000b", "a\u001b[2Jb", "invoice\u202efdp.exe", "x".repeat(513)])(
  "%j is left to the reader",
  (name) => {
    expect(shellWord(name)).toBe(PLACEHOLDER_FILE);
  },
);

test("any name is one word, or none", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (name) => {
      const word = shellWord(name);
      const expected =
        word === PLACEHOLDER_FILE ? PLACEHOLDER_FILE : name.startsWith("-") ? `./${name}` : name;
      expect(read(word)).toBe(expected);
    }),
    { numRuns: 40 },
  );
});
