import { describe, expect, test } from "vitest";
import { nearestWord, printable, printableJson, printableLines, spreadsheetText } from "./printable.js";

describe("nearest word", () => {
  const WORDS = ["original", "online", "json", "trust", "trust-list", "headers", "csv", "key", "seals"];

  test.each([
    ["orignal", "original"],
    ["orginal", "original"],
    ["origianl", "original"],
    ["orgnal", "original"],
    ["orig", "original"],
    ["jsno", "json"],
    ["header", "headers"],
    ["trustlist", "trust-list"],
    ["cvs", "csv"],
    ["on-line", "online"],
    ["Keys", "key"],
    ["seal", "seals"],
  ])("%s: did you mean %s", (typed, meant) => {
    expect(nearestWord(typed, WORDS)).toBe(meant);
  });

  // The last four: two errors in a short word, one of them half an exchange of neighbours.
  test.each(["verbose", "x", "k", "keyss", "", "a".repeat(100_000), "orgnl", "jsnox", "jxsn", "joxn"])(
    "nothing is near %.20s",
    (typed) => {
      expect(nearestWord(typed, WORDS)).toBeNull();
    },
  );

  test("64 letters are compared, 65 are not", () => {
    const [most, more] = ["a".repeat(64), "a".repeat(65)];
    expect(nearestWord(most, [more])).toBe(more);
    expect(nearestWord(more, [more])).toBeNull();
  });

  test("nothing is near where there are no words", () => {
    expect(nearestWord("key", [])).toBeNull();
  });
});

describe("printable", () => {
  const HOSTILE: readonly (readonly [string, string])[] = [
    ["a bell and a backspace", "a\u0007b\u0008c"],
    ["an escape sequence", "a\u001b[2J\u001b]0;title\u0007b"],
    ["an escape sequence with a C1 character", "a\u009b2Jb\u009d0;title\u009cb"],
    ["a carriage return", "FAILED\rVERIFIED"],
    ["a deletion", "a\u007fb"],
    ["direction marks", "a\u202eb\u2066c\u2069d\u061ce\u200ff"],
    ["a joiner that joins no emoji", "a\u200db\u200d"],
    ["invisible characters", "a\u200bb\u00adc\ufeffd\u{e0041}e"],
    ["line separators", "a\u2028b\u2029c\u0085d"],
    ["a lone surrogate", "a\ud800b"],
  ];

  describe.each(HOSTILE)("%s", (_, text) => {
    test("is shown without effect", () => {
      expect(printable(text)).not.toMatch(/[^\x20-\x7e\ufffd]/);
      expect(printable(text)).toContain("\ufffd");
      expect(printableLines(`${text}\n${text}`)).toBe(`${printable(text)}\n${printable(text)}`);
    });

    test("is escaped in JSON and parses to the same", () => {
      const json = printableJson({ name: text });
      expect(json).toMatch(/^[\x20-\x7e]*$/);
      expect(JSON.parse(json)).toEqual({ name: text });
    });
  });

  test("ordinary text is unchanged", () => {
    const text = "Señora Groß – 契約書.pdf (é) 👍🏽 👩‍💻 👩🏽‍🚀 🏳️‍🌈";
    expect(printable(text)).toBe(text);
    expect(printableLines("a\n\nb\n")).toBe("a\n\nb\n");
  });

  test("a joiner is shown between emoji only", () => {
    expect(printable("👩\u200d💻")).toBe("👩\u200d💻");
    expect(printable("👍\u200dc c\u200d👍 👍\u200d\u202e👍 👍\u200d")).toBe(
      "👍\ufffdc c\ufffd👍 👍\ufffd\ufffd👍 👍\ufffd",
    );
  });
});

describe("spreadsheet text", () => {
  test.each([
    ["=1", "'=1"],
    [" =1", "' =1"],
    ['"=1', "'\"=1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@sum", "'@sum"],
    ["\uff1d1", "'\uff1d1"],
    ["a;=1;b", "a;'=1;b"],
    ["a; =1", "a; '=1"],
    ["a=1", "a=1"],
    ["plain", "plain"],
    ["a\u001b[31m", "a\ufffd[31m"],
  ])("%j", (text, shown) => {
    expect(spreadsheetText(text)).toBe(shown);
  });
});
