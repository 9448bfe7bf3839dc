/** Every language says all that the others say, with the same values in it. */
import { templateParts } from "@svc-proof/ui/language";
import { expect, test } from "vitest";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { spanish } from "./spanish.js";

function textsOf(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${path}/${key}`));
}

const placeholders = (text: string) => templateParts(text).filter((_, at) => at % 2 === 1);

test.each(Object.entries({ spanish, german, french }))("%s says what English says", (_, texts) => {
  const theirs = new Map(textsOf(texts));
  const ours = textsOf(english);
  expect([...theirs.keys()].toSorted()).toEqual(ours.map(([path]) => path).toSorted());
  for (const [path, text] of ours) {
    expect(placeholders(theirs.get(path)!).toSorted(), path).toEqual(placeholders(text).toSorted());
    expect(theirs.get(path), path).not.toBe(text);
  }
});

test("French puts no breakable space before punctuation", () => {
  for (const [path, text] of textsOf(french)) expect(text, path).not.toMatch(/ [:;?!»]|« /);
});
