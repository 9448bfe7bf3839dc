import { describe, expect, test } from "vitest";
import { codeOf } from "../asn1/der.testing.js";
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
  let value: Value | undefined;
  const code = codeOf(() => {
    value = reader(parseXml(Buffer.from(`<a xmlns="${TSL}">${content}</a>`)).root);
  });
  return code === "ok" ? (value as Value) : code;
}
/** The code with which each is refused. */
const refused = (code: string, reader: (element: XmlElement) => unknown, ...contents: readonly string[]) => {
  for (const one of contents) expect([one, read(reader, one)]).toEqual([one, code]);
};

test("a text has one space where it had white space, and none around it", () => {
  expect(read(readText, "\n\t a \t\n b&#13; ")).toBe("a b");
  expect(read(readText, "")).toBe("");
});

test("a text has at most 2,048 characters", () => {
  expect(read(readText, "x".repeat(2048))).toHaveLength(2048);
  refused("list_malformed", readText, "x".repeat(2049), "<b/>");
});

test("a whole number has digits, and white space around them", () => {
  const numbers = { "0": 0, " 007 ": 7, "999999999999999": 999_999_999_999_999 };
  for (const [text, value] of Object.entries(numbers)) expect(read(readWholeNumber, text)).toBe(value);
  const others = ["1000000000000000", "", "-1", "+1", "1.0", "1e3", "x1", "1x"];
  refused("list_malformed", readWholeNumber, ...others);
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

test("other times are refused", () => {
  refused(
    "list_time_malformed",
    readDateTime,
    ...["", "2026-08-03", "2026-08-03T13:16:38", "2026-08-03T13:16Z", "2026-08-03 13:16:38Z"],
    ...["2026-08-03T13:16:38.Z", "2026-08-03T13:16:38.1234567890Z", "2026-08-03T13:16:38z"],
    ...["2026-08-03T13:16:38+0100", "x2026-08-03T13:16:38Z", "2026-08-03T13:16:38Zx"],
    ...["+002026-08-03T13:16:38Z", "2026-02-29T00:00:00Z", "2026-06-31T00:00:00Z", "2026-00-01T00:00:00Z"],
    ...["2026-13-01T00:00:00Z", "2026-08-00T00:00:00Z", "2026-08-03T25:00:00Z", "2026-08-03T13:60:00Z"],
    ...["2016-12-31T23:59:60Z", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"],
  );
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

  test("none, an empty one, and one of another namespace are malformed", () => {
    const foreign = '<Name xmlns="urn:x" xml:lang="en">one</Name>';
    const empty = name(" ", "en") + name("uno", "es");
    refused("list_malformed", (parent) => readEnglish(parent, "Name"), "", empty, foreign);
  });
});

test("a territory has two to eight letters", () => {
  const territories = { ES: "ES", " es ": "ES", ABCDEFGH: "ABCDEFGH" };
  for (const [text, one] of Object.entries(territories)) expect(read(readSchemeTerritory, text)).toBe(one);
  refused("list_territory_malformed", readSchemeTerritory, "E", "ABCDEFGHI", "E5", "5ES", "ES5", "É");
});

test("an element that may occur once is found by its namespace, and refused twice", () => {
  const find = (parent: XmlElement) => optionalElement(parent, "b");
  expect(read(find, "<b/>")).toMatchObject({ localName: "b" });
  expect(read(find, '<b xmlns="urn:x"/>')).toBeNull();
  expect(read(find, "<c/>")).toBeNull();
  expect(read(find, "<b/><c/><b/>")).toBe("list_malformed");
});
