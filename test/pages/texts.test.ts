/** The words of all pages, in the four languages beside each other. */

import { LANGUAGES, type Language } from "@svc-proof/verifier-web/ui/language";
import { describe, expect, it } from "vitest";
import { PAGE_TEXTS, type PageTexts } from "../../service/src/texts/page-texts.js";

/** A text by its place, such as `seals.left`. */
function textsBelow(value: unknown, place = ""): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[place, value]];
  return Object.entries(value as object).flatMap(([key, below]) =>
    textsBelow(below, place === "" ? key : `${place}.${key}`),
  );
}

function placeholders(text: string): readonly string[] {
  return [...new Set(text.match(/\{\w+\}/g))].sort();
}

/** Numbers that are followed by a noun, outside of the two forms that `plural` chooses from. */
const COUNTED = /\{(?:count|welcome|pack)\}\s+(?!of\b|de\b|von\b|sur\b)\p{L}/u;

/** Words of which another one is used for the same thing. */
const OTHER_WORDS: Readonly<Record<Language, RegExp>> = {
  en: /\bblock chains?\b|(?<!-)\bmails\b|\bfirm\b/i,
  es: /\bprestador\b(?! de servicios de confianza)|\bpasskey/i,
  de: /Siegel|\bRechner\b|\bAnbieter\b/,
  fr: /\btitulaire|\bpasskey|\bcourrier\b/i,
};

describe.each(Object.keys(PAGE_TEXTS.en) as (keyof PageTexts)[])("%s", (part) => {
  const inEnglish = new Map(textsBelow(PAGE_TEXTS.en[part]));

  it.each(LANGUAGES)("have every text and every value in %s", (language) => {
    const own = new Map(textsBelow(PAGE_TEXTS[language][part]));
    expect([...own.keys()].sort()).toEqual([...inEnglish.keys()].sort());
    for (const [place, text] of own) {
      expect(text.trim(), place).not.toBe("");
      // A singular may do without its number.
      if (!place.endsWith(".one"))
        expect([place, ...placeholders(text)]).toEqual([place, ...placeholders(inEnglish.get(place)!)]);
    }
  });

  it.each(LANGUAGES)("count only where a singular is provided for, in %s", (language) => {
    const counted = textsBelow(PAGE_TEXTS[language][part]).filter(
      ([place, text]) => !/\.(?:one|other)$/.test(place) && COUNTED.test(text),
    );
    expect(counted).toEqual([]);
  });

  it.each(LANGUAGES)("use one word for one thing in %s", (language) => {
    expect(
      textsBelow(PAGE_TEXTS[language][part]).filter(([, text]) => OTHER_WORDS[language].test(text)),
    ).toEqual([]);
  });
});
