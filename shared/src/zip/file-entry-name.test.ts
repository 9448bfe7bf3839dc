import { expect, test } from "vitest";
import { fileEntryName } from "./file-entry-name.js";

test.each([
  ["contract.pdf", "contract.pdf"],
  ["Πρόγραμμα.pdf", "Πρόγραμμα.pdf"],
  ["e\u0301.txt", "\u00e9.txt"],
  ["../../etc/passwd", ".._.._etc_passwd"],
  ["C:\\a.txt", "C__a.txt"],
  ['<a>:"b|c?*', "_a___b_c__"],
  ["con", "_con"],
  ["NUL.txt", "_NUL.txt"],
  [" nul", "_nul"],
  ["\u00a0com1.txt", "_com1.txt"],
  ["aux .txt", "_aux .txt"],
  ["CONOUT$", "_CONOUT$"],
  ["invoice\u202efdp.exe", "invoice_fdp.exe"],
  ["a\u200f\u2066b", "a__b"],
  [`${"x".repeat(199)}.${"y".repeat(30)}`, `${"x".repeat(199)}`],
  ["console.log", "console.log"],
  ["a. . .", "a"],
  ["...", "original"],
  [" ", "original"],
  ["", "original"],
  ["__proto__", "original"],
  ["contract.pdf;1", "contract.pdf_1"],
  ["a;", "a_"],
  ["a;1.pdf", "a;1.pdf"],
  ["PROOF~1.JSO", "PROOF_1.JSO"],
  ["contract~1.pdf", "contract~1.pdf"],
  ["a~1.pages", "a~1.pages"],
  ["a\u0000b\u2028c\ud800", "a_b_c_"],
  [`${"x".repeat(300)}.tar.gz`, `${"x".repeat(197)}.gz`],
  [`${"語".repeat(100)}.docx`, `${"語".repeat(65)}.docx`],
])("%j: %j", (name, entry) => {
  expect(fileEntryName(name)).toBe(entry);
});
