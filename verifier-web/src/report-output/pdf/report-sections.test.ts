import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shellWord } from "../../wording/repeat-steps.js";
import { foldCommand } from "./report-sections.js";

/** What the shell makes of each command, one after the other. */
const run = (commands: readonly string[]) =>
  execFileSync("sh", [], { input: commands.join("\nprintf '=%s=\\n' next\n"), encoding: "utf8" });

test("a short command stays as it is", () => {
  expect(foldCommand("sha256sum a.txt", 20)).toBe("sha256sum a.txt");
});

test("a line breaks at a space, or within a word or quotation", () => {
  expect(foldCommand("curl -s -H 'a: b' https://a.example/", 30)).toBe(
    "curl -s -H 'a: b' \\\nhttps://a.example/",
  );
  expect(foldCommand(`printf %s ${"ab".repeat(12)}`, 20)).toBe(`printf %s \\\n${"ab".repeat(9)}\\\nababab`);
  expect(foldCommand(`'${"ab ".repeat(8)}'`, 20)).toBe(`'ab ab ab ab ab ab'\\\n' ab ab '`);
});

test("folded commands do the same in a shell", () => {
  const word = fc.oneof(
    fc.stringMatching(/^[a-z0-9]{1,60}$/),
    fc.stringMatching(/^[ -~]{0,60}$/).map((text) => `'${text.replaceAll("'", "'\\''")}'`),
    fc.stringMatching(/^[ -~]{0,60}$/).map((text) => `"${text.replace(/[\\"$`]/g, "\\$&")}"`),
    fc.stringMatching(/^[ -~]{1,20}$/).map((text) => text.replace(/[^a-z0-9]/g, "\\$&")),
    fc.string({ unit: "grapheme" }).map(shellWord),
  );
  const command = fc
    .array(word, { minLength: 1, maxLength: 8 })
    .map((words) => `printf '<%s>\\n' ${words.join(" ")}`);
  fc.assert(
    fc.property(
      fc.array(command, { minLength: 50, maxLength: 60 }),
      fc.integer({ min: 12, max: 40 }),
      (commands, width) => {
        const folded = commands.map((one) => foldCommand(one, width));
        for (const line of folded.join("\n").split("\n")) expect(line.length).toBeLessThanOrEqual(width);
        expect(run(folded)).toBe(run(commands));
      },
    ),
    { numRuns: 8 },
  );
});
