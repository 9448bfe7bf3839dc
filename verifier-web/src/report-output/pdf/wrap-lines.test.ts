import fc from "fast-check";
import { expect, test } from "vitest";
import { wrapLines } from "./wrap-lines.js";

const LONE_SURROGATE = /\p{Cs}/u;
const widthOf = (text: string) => text.length;

test("lines break at spaces, and long words where they must", () => {
  expect(wrapLines("one two three", 7, widthOf)).toEqual(["one two", "three"]);
  expect(wrapLines("a 0123456789", 4, widthOf)).toEqual(["a", "0123", "4567", "89"]);
  expect(wrapLines("", 4, widthOf)).toEqual([""]);
});

test("a line too narrow for one character still ends", () => {
  expect(wrapLines("abc", 0, widthOf).join("")).toBe("abc");
});

test("nothing is lost, and no character is split", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 2, max: 20 }), (text, width) => {
      const lines = wrapLines(text, width, widthOf);
      expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      for (const line of lines) expect(line).not.toMatch(LONE_SURROGATE);
    }),
  );
});
