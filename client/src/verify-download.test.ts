import { expect, test } from "vitest";
import { dispositionFileName, safeFileName } from "./verify-download.js";

test.each([
  ["contract.pdf", "contract.pdf"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Windows\\system.ini", "system.ini"],
  ["..", "original"],
  ["", "original"],
  [".ssh", "ssh"],
  ["a\u202egnp.exe", "a_gnp.exe"],
  ["a\u0000b\nc", "a_b_c"],
  ["con.txt", "_con.txt"],
  ["Ñandú 文.txt", "Ñandú 文.txt"],
  ["name. ", "name"],
  ["///", "original"],
])("%j is saved as %j", (given, name) => {
  expect(safeFileName(given, "original")).toBe(name);
});

test("a long name is cut by characters", () => {
  expect(Array.from(safeFileName("😀".repeat(500), "original"))).toHaveLength(150);
});

test.each([
  [null, null],
  ["attachment", null],
  ["attachment; filename=a.pdf", "a.pdf"],
  ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
  ["attachment; filename=\"a.pdf\"; filename*=UTF-8''%C3%B1.pdf", "ñ.pdf"],
  ["attachment; filename=\"a.pdf\"; filename*=UTF-8''%C3", "a.pdf"],
  [`attachment; filename="${"a".repeat(5000)}"`, null],
])("the name in %j", (header, name) => {
  expect(dispositionFileName(header)).toBe(name);
});
