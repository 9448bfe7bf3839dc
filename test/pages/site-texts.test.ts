/** Every language says all that the others say, with the same values in it. */

import { fill, plural, preferredLanguage, templateParts } from "@svc-proof/verifier-web/ui/language";
import { expect, test } from "vitest";
import { SITE_TEXTS } from "../site-texts.js";

const { en: english, ...others } = SITE_TEXTS;

/** All texts by the path that leads to them. */
function textsOf(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${path}/${key}`));
}

const placeholders = (text: string) => templateParts(text).filter((_, at) => at % 2 === 1);

/** What is the same in several languages: names, and words that they share. */
const SHARED =
  /^(?:[\w.,/ \u00ad-]{0,24}|OpenTimestamps .*|Build (?:\{hash\}|\(SHA-256\))|Version \{version\}|\{\w+\}[\w .]*|Bitcoin, .*|\{network\}, .*)$/;

test.each(Object.entries(others))("%s has the keys and placeholders of English", (_, texts) => {
  const theirs = new Map(textsOf(texts));
  const ours = textsOf(english);
  expect([...theirs.keys()].toSorted()).toEqual(ours.map(([path]) => path).toSorted());
  for (const [path, text] of ours) {
    expect(placeholders(theirs.get(path)!).toSorted(), path).toEqual(placeholders(text).toSorted());
  }
});

test.each(Object.entries(others))("%s is translated", (_, texts) => {
  const theirs = new Map(textsOf(texts));
  for (const [path, text] of textsOf(english)) {
    const translated = theirs.get(path)!;
    expect(translated.trim(), path).toBe(translated);
    expect(translated, path).not.toBe("");
    if (!SHARED.test(text)) expect(translated, path).not.toBe(text);
  }
});

test("a sentence for a code ends with its full stop, in every language", () => {
  for (const { codes } of Object.values(SITE_TEXTS)) {
    for (const [path, text] of textsOf(codes)) expect(text, path).toMatch(/\.$/);
  }
});

test("French puts no breakable space before punctuation", () => {
  for (const [path, text] of textsOf(others.fr)) expect(text, path).not.toMatch(/ [:;?!»]|« /);
});

/**
 * Words that name something else in that language's law or technique, and idioms that came over from another language. The
 * terms that stand in their place are in docs/design/site.md.
 */
const AVOIDED = {
  en: /\bseals?\b|\b(?:than any|a none|that is none|Nobody(?! vouches))\b|\bcommits? to|\bwitness(?!\/)|time[- ]stamp|well-formed/i,
  es: /\bcompromete|\bsellos?\b(?! (?:cualificados? )?de tiempo)|se sostiene|sobre el tiempo|\bjuzgad|es falsa\b|\bcamino|instantánea|bien formada la|prueba OpenTimestamps/i,
  de: /unterschrieben|unterschrift|beglaubig|standhält|hält stand|legt .* fest\b|\bbestand\b|\bFassung\b|Momentaufnahme|wohlgeformt|OpenTimestamps-Nachweis/i,
  fr: /\bengage|Il ne faut faire confiance|\bse fier?\b|vous fiez|quant au temps|\bnomme\b|est fausse\.$|\binstantané\b|\bpaquet|preuve OpenTimestamps/i,
};

test.each(Object.entries(SITE_TEXTS))("%s keeps to its terms", (language, texts) => {
  const avoided = AVOIDED[language as keyof typeof AVOIDED];
  for (const [path, text] of textsOf(texts)) expect(text, path).not.toMatch(avoided);
});

test("a template is filled, and a value is never read as a template", () => {
  expect(fill("{a} and {b}", { a: "{b}", b: 2 })).toBe("{b} and 2");
  expect(() => fill("{a}", {})).toThrow(RangeError);
});

test("plural forms are those of the language", () => {
  const forms = { one: "{count} one", other: "{count} other" };
  expect(plural(forms, 1, "en")).toBe("1 one");
  expect(plural(forms, 0, "en")).toBe("0 other");
  expect(plural(forms, 0, "fr")).toBe("0 one");
  expect(plural(forms, 12_345, "de")).toBe("12.345 other");
});

test.each([
  [["ca-ES", "es-MX", "en"], "es"],
  [["DE-at"], "de"],
  [["pt", "it"], "en"],
  [[], "en"],
])("for %j the site speaks %s", (wanted, language) => {
  expect(preferredLanguage(wanted)).toBe(language);
});

test.each(Object.values(SITE_TEXTS))(
  "the landing page explains each outcome, by its word: $page.title",
  ({ page: { landing, outcomes } }) => {
    const { verified, soFar, failed, indeterminate } = outcomes;
    expect(landing.hows.map(({ name }) => name)).toEqual([verified, soFar, failed, indeterminate]);
  },
);
