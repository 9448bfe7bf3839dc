/** The languages of the site. */
export const LANGUAGES = ["es", "en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each in its own language: whoever looks for one reads no other. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  es: "Español",
  en: "English",
  de: "Deutsch",
  fr: "Français",
};

/** BCP 47 tags for dates and numbers: English as courts outside of the United States write it. */
export const LOCALES: Readonly<Record<Language, string>> = {
  es: "es-ES",
  en: "en-GB",
  de: "de-DE",
  fr: "fr-FR",
};

/** English where nothing else is known. */
const DEFAULT_LANGUAGE: Language = "en";

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/**
 * The first language of the reader's that the site speaks.
 *
 * @param wanted BCP 47 tags, the preferred one first, as in `navigator.languages`.
 */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [primary] = tag.toLowerCase().split("-");
    if (isLanguage(primary)) return primary;
  }
  return DEFAULT_LANGUAGE;
}
