import { expect, test } from "vitest";
import { withoutIsolates } from "./isolates.js";

test("the marks are taken out, and their places kept", () => {
  const { text, isolates } = withoutIsolates("File \u2068חוזה\u2069 and \u2068b\u2069.");
  expect(text).toBe("File חוזה and b.");
  expect(isolates.map(({ start, end }) => text.slice(start, end))).toEqual(["חוזה", "b"]);
});

test("an empty isolate, or a mark without its other, isolates nothing", () => {
  for (const marked of ["a\u2068\u2069b", "a\u2068b", "a\u2069b"]) {
    expect(withoutIsolates(marked)).toEqual({ text: marked.replace(/[\u2068\u2069]/g, ""), isolates: [] });
  }
});
