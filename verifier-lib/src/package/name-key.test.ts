import { expect, test } from "vitest";
import { isLitter, nameKey, partKey } from "./name-key.js";

test.each([
  ["case", "README.txt", "readme.TXT"],
  ["letters with several lower cases", "\u017f", "s"],
  ["a letter whose upper case has two", "stra\u00dfe", "STRASSE"],
  ["the sign for Kelvin", "\u212a", "k"],
  ["composition", "\u00e9", "e\u0301"],
  ["compatible characters", "\ufb01le", "file"],
  ["composition after a change of case", "\u0390", "\u03b9\u0308\u0301"],
  ["invisible characters", "pro\u200bof\u00ad.json", "proof.json"],
  ["dots at the end", "a...", "a"],
  ["blanks at the end", "a \u00a0\t", "a"],
  ["dots and blanks at the end of a folder", "a. ./b", "a/b"],
  ["a stream of NTFS", "a:b", "a"],
  ["a stream of a folder", "a:b/c", "a/c"],
  ["a stream over several lines", "a:b\nc", "a"],
  ["a stream that goes on", "a:Zone.Identifier:$DATA", "a"],
  ["the stream of downloads, and its case", "a:Zone.Identifier", "A:zone.identifier"],
  ["the end of a folder", "a/b/", "a/b"],
  ["a part that folds to a path", "a/\u2100", "a/a/c"],
])("names are the same by %s", (_, one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test.each([
  ["a", "b"],
  ["a/b", "ab"],
  ["a", "/a"],
  ["a//", "a/"],
  [".a", "a"],
  [" a", "a"],
  ["a.b", "ab"],
  ["a b", "ab"],
  ["a:Zone.Identifier", "a"],
  ["a", "\u0430"],
])("names differ: %j, %j", (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});

test("a key is in lower case", () => {
  expect(nameKey("Original/FILE.Txt")).toBe("original/file.txt");
});

test("a part without anything left has an empty key", () => {
  expect(["...", " ", "", ":a", "\u200b"].map(partKey)).toEqual(["", "", "", "", ""]);
});

test("many dots take a time that grows with their number only", () => {
  expect(partKey(`${". ".repeat(200_000)}x`)).toBe(`${". ".repeat(200_000)}x`);
});

test.each([
  [".DS_Store", true],
  ["a/.DS_Store", true],
  ["a/THUMBS.DB", true],
  ["desktop.ini", true],
  ["._", true],
  ["__MACOSX/a/._b", true],
  ["a:Zone.Identifier", true],
  ["a/b.pdf.Zone.Identifier", true],
  ["META-INF/MANIFEST.MF", true],
  ["a/META-INF/MANIFEST.MF", false],
  ["a.DS_Store", false],
  [".DS_Store/a", false],
  ["__MACOSX/a", false],
  ["a._b", false],
  ["Zone.Identifier", false],
  [":Zone.Identifier", false],
  ["a:Zone.Identifier:$DATA", false],
  ["Thumbs.db.pdf", false],
])("systems leave %s: %s", (name, isLeft) => {
  expect(isLitter(name)).toBe(isLeft);
});
