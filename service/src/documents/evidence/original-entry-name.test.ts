import { expect, test } from "vitest";
import { originalEntryName } from "./original-entry-name.js";

test.each([
  ["contract.pdf", "original/contract.pdf"],
  ["Πρόγραμμα.pdf", "original/Πρόγραμμα.pdf"],
  ["e\u0301.txt", "original/\u00e9.txt"],
  ["../../etc/passwd", "original/.._.._etc_passwd"],
  ["C:\\a.txt", "original/C__a.txt"],
  ['<a>:"b|c?*', "original/_a___b_c__"],
  ["con", "original/_con"],
  ["NUL.txt", "original/_NUL.txt"],
  [" nul", "original/_nul"],
  ["\u00a0com1.txt", "original/_com1.txt"],
  ["aux .txt", "original/_aux .txt"],
  ["CONOUT$", "original/_CONOUT$"],
  ["invoice\u202efdp.exe", "original/invoice_fdp.exe"],
  ["a\u200f\u2066b", "original/a__b"],
  [`${"x".repeat(199)}.${"y".repeat(30)}`, `original/${"x".repeat(199)}`],
  ["console.log", "original/console.log"],
  ["a. . .", "original/a"],
  ["...", "original/original"],
  [" ", "original/original"],
  ["", "original/original"],
  ["__proto__", "original/original"],
  ["contract.pdf;1", "original/contract.pdf_1"],
  ["a;", "original/a_"],
  ["a;1.pdf", "original/a;1.pdf"],
  ["PROOF~1.JSO", "original/PROOF_1.JSO"],
  ["contract~1.pdf", "original/contract~1.pdf"],
  ["a~1.pages", "original/a~1.pages"],
  ["a\u0000b\u2028c\ud800", "original/a_b_c_"],
  [`${"x".repeat(300)}.tar.gz`, `original/${"x".repeat(197)}.gz`],
  [`${"語".repeat(100)}.docx`, `original/${"語".repeat(65)}.docx`],
])("%j: %j", (name, entry) => {
  expect(originalEntryName(name)).toBe(entry);
});
