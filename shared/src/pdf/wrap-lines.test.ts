import fc from "fast-check";
import { expect, test } from "vitest";
import { graphemesOf, wrapLines } from "./set-text.js";

const LONE_SURROGATE = /\p{Cs}/u;

const linesOf = (text: string, width: number) =>
  wrapLines(text, width, (start, end) => end - start).map(({ start, end }) => text.slice(start, end));

test("lines break at spaces, and long words where they must", () => {
  expect(linesOf("one two three", 7)).toEqual(["one two", "three"]);
  expect(linesOf("a 0123456789", 4)).toEqual(["a 01", "2345", "6789"]);
  expect(linesOf("0123456789 a", 4)).toEqual(["0123", "4567", "89 a"]);
  expect(linesOf("", 4)).toEqual([""]);
});

test("a line too narrow for one character still ends", () => {
  expect(linesOf("abc", 0)).toEqual(["a", "b", "c"]);
  expect(linesOf("👩‍⚖️👩‍⚖️", 1)).toEqual(["👩‍⚖️", "👩‍⚖️"]);
});

test("nothing is lost but the spaces at breaks, no line is too wide, and no character is split", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 2, max: 20 }), (text, width) => {
      const ranges = wrapLines(text, width, (start, end) => end - start);
      let at = 0;
      for (const { start, end } of ranges) {
        expect(text.slice(at, start)).toMatch(/^[ \u3000]*$/);
        const line = text.slice(start, end);
        expect(line).not.toMatch(LONE_SURROGATE);
        if (graphemesOf(line).length > 1) expect(line.length).toBeLessThanOrEqual(width);
        at = end;
      }
      expect(at).toBe(text.length);
    }),
  );
});
