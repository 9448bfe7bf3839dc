import { PDFDocument, StandardFonts } from "pdf-lib";
import { expect, test } from "vitest";
import { english } from "../../texts/result/english.js";
import { french } from "../../texts/result/french.js";
import { german } from "../../texts/result/german.js";
import { spanish } from "../../texts/result/spanish.js";
import { isWinAnsi, withPlainSpaces } from "./win-ansi.js";

test("what counts as WinAnsi is what the fonts encode", async () => {
  const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
  for (let code = 0x20; code < 0x3000; code++) {
    const character = String.fromCodePoint(code);
    if (isWinAnsi(character))
      expect(() => font.encodeText(character), `U+${code.toString(16)}`).not.toThrow();
  }
  for (const character of ["ă", "שלום", "契", "\u202e", "\n", "🦄"]) expect(isWinAnsi(character)).toBe(false);
});

test("the texts of the site need no other fonts", () => {
  const flat = (value: unknown): string[] =>
    typeof value === "string" ? [value] : Object.values(value as object).flatMap(flat);
  for (const text of [english, french, german, spanish].flatMap(flat))
    expect(isWinAnsi(text), text).toBe(true);
});

test("the spaces of numbers and dates become one that the fonts have", () => {
  expect(isWinAnsi(withPlainSpaces(new Intl.NumberFormat("fr-FR").format(1_234_567)))).toBe(true);
});
