import { describe, expect, test } from "vitest";
import {
  optionalElement,
  readDateTime,
  readEnglish,
  readSchemeTerritory,
  readText,
  readWholeNumber,
  TSL,
} from "./services.js";
import type { XmlElement } from "./xml-document.js";
import { parseXml } from "./xml-parser.js";

/** What is read from an element with this content, or the code of its refusal. */
function read<Value>(reader: (element: XmlElement) => Value, content: string): Value | string {
  try {
    return reader(parseXml(Buffer.from(`<a xmlns="${TSL}">${content}</a>`)).root);
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test("a text has one space where it had white space, and none around it", () => {
  expect(read(readText, "\n\t a \t\n b&#13; ")).toBe("a b");
  expect(read(readText, "")).toBe("");
  expect(read(readText, "<b/>")).toBe("list_malformed");
});

test("a text has at most 2,048 characters", () => {
  expect(read(readText, "x".repeat(2048))).toHaveLength(2048);
  expect(read(readText, "x".repeat(2049))).toBe("list_malformed");
});

test.each<[string, number | string]>([
  ["0", 0],
  [" 007 ", 7],
  ["999999999999999", 999_999_999_999_999],
  ["1000000000000000", "list_malformed"],
  ["", "list_malformed"],
  ["-1", "list_malformed"],
  ["+1", "list_malformed"],
  ["1.0", "list_malformed"],
  ["1e3", "list_malformed"],
  ["x1", "list_malformed"],
  ["1x", "list_malformed"],
])("as a whole number, %j gives %j", (text, value) => {
  expect(read(readWholeNumber, text)).toBe(value);
});

test.each([
  ["2026-08-03T13:16:38Z", "2026-08-03T13:16:38Z"],
  [" 2026-08-03T13:16:38Z\n", "2026-08-03T13:16:38Z"],
  ["2026-08-03T13:16:38.9Z", "2026-08-03T13:16:38Z"],
  ["2026-08-03T13:16:38.123456789Z", "2026-08-03T13:16:38Z"],
  ["2026-08-03T01:16:38+05:30", "2026-08-02T19:46:38Z"],
  ["2026-08-03T21:16:38-05:30", "2026-08-04T02:46:38Z"],
  ["2026-07-31T00:00:00Z", "2026-07-31T00:00:00Z"],
  ["2028-02-29T00:00:00Z", "2028-02-29T00:00:00Z"],
  ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"],
  ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"],
])("the time %j is %s", (text, time) => {
  expect(read(readDateTime, text)).toBe(time);
});

test.each([
  "",
  "2026-08-03",
  "2026-08-03T13:16:38",
  "2026-08-03T13:16Z",
  "2026-08-03 13:16:38Z",
  "2026-08-03T13:16:38.Z",
  "2026-08-03T13:16:38.1234567890Z",
  "2026-08-03T13:16:38z",
  "2026-08-03T13:16:38+0100",
  "x2026-08-03T13:16:38Z",
  "2026-08-03T13:16:38Zx",
  "+002026-08-03T13:16:38Z",
  "2026-02-29T00:00:00Z",
  "2026-06-31T00:00:00Z",
  "2026-00-01T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-08-00T00:00:00Z",
  "2026-08-03T25:00:00Z",
  "2026-08-03T13:60:00Z",
  "2016-12-31T23:59:60Z",
  "0000-01-01T00:00:00+00:01",
  "9999-12-31T23:59:59-00:01",
])("the time %j is refused", (text) => {
  expect(read(readDateTime, text)).toBe("list_time_malformed");
});

describe("of several names", () => {
  const name = (text: string, language?: string) =>
    `<Name${language === undefined ? "" : ` xml:lang="${language}"`}>${text}</Name>`;

  test.each([
    ["the English one", name("uno", "es") + name("one", "en"), "one"],
    ["the first English one", name("one", "en") + name("first", "en"), "one"],
    ["the one in capital letters", name("uno", "es") + name("one", "EN"), "one"],
    ["the British one", name("uno", "es") + name("one", "en-GB"), "one"],
    ["no language that only begins so", name("uno", "es") + name("?", "enm"), "uno"],
    ["no language that only has it", name("uno", "es") + name("?", "x-en"), "uno"],
    ["the first, where no language is told", name("uno") + name("due"), "uno"],
    ["the English one after one without a language", name("uno") + name("one", "en"), "one"],
  ])("%s is taken", (_, names, taken) => {
    expect(read((parent) => readEnglish(parent, "Name"), names)).toBe(taken);
  });

  test.each([
    ["none", ""],
    ["an empty one", name(" ", "en") + name("uno", "es")],
    ["one of another namespace", '<Name xmlns="urn:x" xml:lang="en">one</Name>'],
  ])("%s is malformed", (_, names) => {
    expect(read((parent) => readEnglish(parent, "Name"), names)).toBe("list_malformed");
  });
});

test.each([
  ["ES", "ES"],
  [" es ", "ES"],
  ["ABCDEFGH", "ABCDEFGH"],
  ["E", "list_territory_malformed"],
  ["ABCDEFGHI", "list_territory_malformed"],
  ["E5", "list_territory_malformed"],
  ["5ES", "list_territory_malformed"],
  ["ES5", "list_territory_malformed"],
  ["É", "list_territory_malformed"],
])("the territory %j is %s", (text, territory) => {
  expect(read(readSchemeTerritory, text)).toBe(territory);
});

test("an element that may occur once is found by its namespace, and refused twice", () => {
  const find = (parent: XmlElement) => optionalElement(parent, "b");
  expect(read(find, "<b/>")).toMatchObject({ localName: "b" });
  expect(read(find, '<b xmlns="urn:x"/>')).toBeNull();
  expect(read(find, "<c/>")).toBeNull();
  expect(read(find, "<b/><c/><b/>")).toBe("list_malformed");
});
