import { LANGUAGES, type Language, LOCALES } from "@svc-proof/verifier-web/ui/language";
import { describe, expect, test } from "vitest";
import { DOCUMENT_TEXTS } from "./texts/document-texts.js";
import { countryName, documentLanguage, durationText, momentText, numberText, tickText } from "./words.js";

describe("country name", () => {
  const OF_INTL = new Map([
    ["EL", "GR"],
    ["UK", "GB"],
  ]);

  test.each(LANGUAGES)("territories in %s are as Intl names them", (language) => {
    const intl = new Intl.DisplayNames([language], { type: "region" });
    for (const [territory, name] of Object.entries(DOCUMENT_TEXTS[language].countries)) {
      expect(name).toBe(intl.of(OF_INTL.get(territory) ?? territory));
    }
  });

  test("another code stays a code", () => {
    const names = DOCUMENT_TEXTS.en.countries;
    expect(countryName("AT", names)).toBe("Austria");
    expect(countryName("EU", names)).toBe("EU");
    expect(countryName("toString", names)).toBe("toString");
  });
});

describe("language", () => {
  test("any other language is English", () => {
    expect(LANGUAGES.map(documentLanguage)).toEqual(LANGUAGES);
    for (const other of [undefined, "", "ES", "xx", "__proto__", "es "])
      expect(documentLanguage(other)).toBe("en");
  });
});

test.each(LANGUAGES)(
  "every space in a number of %s is one that the fonts of certificates have",
  (language) => {
    expect(numberText(1_234_567.5, DOCUMENT_TEXTS[language].rules)).not.toMatch(/[\u2000-\u200a\u202f]/);
  },
);

describe("moment text", () => {
  // `Intl` of the running Node is the judge: the rules are written down so that other versions give the same text.
  const BY_LOCALE = LANGUAGES.map((language) => [language, LOCALES[language]] as const);
  const rulesOf = (language: Language) => DOCUMENT_TEXTS[language].rules;

  /** Kinds of spaces, and "1er", which Intl does not know. */
  const plain = (text: string) => text.replace(/\s/gu, " ").replace(/^1er /, "1 ");

  test.each(BY_LOCALE)("moments in %s are as Intl writes them", (language, locale) => {
    const intl = new Intl.DateTimeFormat(locale, {
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      fractionalSecondDigits: 3,
      timeZone: "UTC",
    });
    for (let month = 0; month < 12; month++) {
      for (const day of [1, 2, 10, 28]) {
        const moment = new Date(Date.UTC(2026, month, day, month * 2, 5, 9, 188));
        expect(plain(momentText(moment, rulesOf(language)))).toBe(`${plain(intl.format(moment))} UTC`);
      }
    }
  });

  test.each(BY_LOCALE)("short months in %s are as Intl writes them", (language, locale) => {
    const intl = new Intl.DateTimeFormat(locale, { month: "short", year: "numeric", timeZone: "UTC" });
    for (let month = 0; month < 12; month++) {
      const moment = new Date(Date.UTC(2026, month, 2));
      expect(tickText(moment, "month", rulesOf(language))).toBe(plain(intl.format(moment)));
    }
  });

  test.each<[Language, string]>([
    ["en", "1 February 2026 at 04:04:00 UTC"],
    ["es", "1 de febrero de 2026 a las 04:04:00 UTC"],
    ["de", "1. Februar 2026 um 04:04:00 UTC"],
    ["fr", "1er février 2026 à 04:04:00 UTC"],
  ])("a whole second in %s has no fraction", (language, text) => {
    expect(momentText(new Date("2026-02-01T04:04:00Z"), rulesOf(language))).toBe(text);
  });

  test.each(BY_LOCALE)("numbers in %s are as Intl writes them", (language, locale) => {
    const intl = new Intl.NumberFormat(locale, { useGrouping: "always" });
    for (const value of [0, 1, 999, 1000, 1234, 12_345, 1_234_567, 0.5, 1234.125]) {
      expect(plain(numberText(value, rulesOf(language))), `${value}`).toBe(plain(intl.format(value)));
    }
  });

  test.each(BY_LOCALE)("durations in %s are as Intl writes them", (language, locale) => {
    for (const [seconds, value, unit] of [
      [7200, 2, "hour"],
      [3600, 1, "hour"],
      [60, 1, "minute"],
      [90, 90, "second"],
      [12, 12, "second"],
      [1, 1, "second"],
      [0.5, 0.5, "second"],
    ] as const) {
      const intl = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
      expect(plain(durationText(seconds, rulesOf(language))), `${seconds}`).toBe(plain(intl.format(value)));
    }
  });
});
