import fc from "fast-check";
import { expect, test } from "vitest";
import { shownName, shownNameText } from "./shown-name.js";

test.each([
  ["plain name.pdf", "plain name.pdf"],
  ["invoice\u202efdp.exe", "invoice[U+202E]fdp.exe"],
  ["a\u0000b\nc\u2028d", "a[U+0000]b[U+000A]c[U+2028]d"],
  ["zero\u200bwidth\ufeff", "zero[U+200B]width[U+FEFF]"],
  ["\u{e0041}tag", "[U+E0041]tag"],
  ["half \ud800", "half [U+D800]"],
  ["می‌خواهم.pdf", "می‌خواهم.pdf"],
  ["👩‍⚖️.txt", "👩‍⚖️.txt"],
  ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
])("%j is shown as %s", (name, shown) => {
  expect(shownNameText(name)).toBe(shown);
});

test("a name of a million characters is cut in the middle, and its ending stays", () => {
  const shown = shownNameText(`${"a".repeat(1_000_000)}.exe`);
  expect(shown.length).toBeLessThan(200);
  expect(shown).toMatch(/^a+…a+\.exe$/);
});

test("a cut never splits a character", () => {
  for (let before = 95; before < 105; before++) {
    const name = "a".repeat(before) + "🦄".repeat(100);
    expect(shownNameText(name)).not.toContain("U+D");
  }
});

test("no invisible character remains in any name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 160 }), (name) => {
      const texts = shownName(name).map((part) => ("text" in part ? part.text : ""));
      expect(texts.join(" ")).not.toMatch(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    }),
    { numRuns: 50 },
  );
});
