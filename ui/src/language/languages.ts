/**
 * The languages of all pages and documents, in the order in which they are offered. Another one is a line in each list of
 * this file, and a catalogue in each folder `texts`: the compiler names the places.
 */
export const LANGUAGES = ["es", "en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  es: "Español",
  en: "English",
  de: "Deutsch",
  fr: "Français",
};

/** BCP 47 tags for dates and numbers. English follows British usage. */
export const LOCALES: Readonly<Record<Language, string>> = {
  es: "es-ES",
  en: "en-GB",
  de: "de-DE",
  fr: "fr-FR",
};

/** The default is English. */
const DEFAULT_LANGUAGE: Language = "en";

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/**
 * The first of the reader's languages that the site supports. @param wanted BCP 47 tags by preference, as in
 * `navigator.languages`.
 */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [primary] = tag.toLowerCase().split("-");
    if (isLanguage(primary)) return primary;
  }
  return DEFAULT_LANGUAGE;
}

/**
 * What a catalogue in another language must have, from that in English: the same keys and lists, functions with the same
 * parameters, and any text for a text.
 */
export type Translation<English> = English extends string
  ? string
  : English extends (...values: never) => unknown
    ? English
    : { readonly [Key in keyof English]: Translation<English[Key]> };
