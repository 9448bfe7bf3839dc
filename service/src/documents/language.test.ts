import { expect, test } from "vitest";
import { documentLanguage } from "./language.js";

test("any other language is English", () => {
  expect(["es", "en", "de", "fr"].map(documentLanguage)).toEqual(["es", "en", "de", "fr"]);
  for (const other of [undefined, "", "ES", "xx", "__proto__", "es "])
    expect(documentLanguage(other)).toBe("en");
});
