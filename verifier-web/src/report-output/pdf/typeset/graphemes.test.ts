import fc from "fast-check";
import { expect, test } from "vitest";
import { graphemesOf, splitClusters } from "./graphemes.js";

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

test("nothing is lost, and no grapheme is longer than a font's table takes", () => {
  const stack = fc.nat(200).map((count) => `a${"\u0301".repeat(count)}`);
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), stack), fc.boolean(), (text, hasSegmenter) => {
      const graphemes = hasSegmenter ? graphemesOf(text) : graphemesOf(text, splitClusters);
      expect(graphemes.join("")).toBe(text);
      for (const grapheme of graphemes) expect(grapheme.length).toBeLessThanOrEqual(64);
    }),
  );
});
