import fc from "fast-check";
import { expect, test } from "vitest";
import { graphemesOf, splitClusters } from "./set-text.js";

test.each([
  ["aé –", ["a", "é", " ", "–"]],
  ["u\u0308b", ["u\u0308", "b"]],
  ["契約", ["契", "約"]],
  ["🦄👩‍⚖️!", ["🦄", "👩‍⚖️", "!"]],
  ["👍🏽", ["👍🏽"]],
  ["שׁל", ["שׁ", "ל"]],
])("%s, with a segmenter and without", (text, graphemes) => {
  expect(graphemesOf(text)).toEqual(graphemes);
  expect(graphemesOf(text, splitClusters)).toEqual(graphemes);
});

/** Of any code points. The library's own arbitrary for them takes seconds to begin. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7ff }), fc.integer({ min: 0, max: 0x10ffff })))
  .map((codePoints) => String.fromCodePoint(...codePoints));

test("nothing is lost, and no grapheme is longer than a font's table takes", () => {
  const stack = fc.nat(200).map((count) => `a${"\u0301".repeat(count)}`);
  fc.assert(
    fc.property(fc.oneof(anyText, stack), fc.boolean(), (text, hasSegmenter) => {
      const graphemes = hasSegmenter ? graphemesOf(text) : graphemesOf(text, splitClusters);
      expect(graphemes.join("")).toBe(text);
      for (const grapheme of graphemes) expect(grapheme.length).toBeLessThanOrEqual(64);
    }),
  );
});
