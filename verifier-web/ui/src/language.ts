/** Languages, plurals, templates, sizes. */

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

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** "1.3 GB", in decimal units like file managers. */
export function bytesText(bytes: number, language: Language): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(LOCALES[language], {
    style: "unit",
    unit: UNITS[power]!,
    unitDisplay: power === 0 ? "long" : "short",
    maximumSignificantDigits: power === 0 ? 4 : 3,
  }).format(bytes / 1000 ** power);
}

/**
 * Text templates: `{name}` is a placeholder. Neither templates nor values are markup, and braces in a value are not
 * placeholders.
 */
const PLACEHOLDER = /\{(\w+)\}/;

/** Literal texts and placeholder names, alternating; odd indexes are names. */
export function templateParts(template: string): readonly string[] {
  return template.split(PLACEHOLDER);
}

/** @throws RangeError if a placeholder has no value, which is a bug of the caller. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return templateParts(template)
    .map((part, at) => (at % 2 === 0 ? part : valueAt(part, values)))
    .join("");
}

function valueAt(name: string, values: Readonly<Record<string, string | number>>): string {
  const value = values[name];
  if (value === undefined) throw new RangeError(`"values" expected ${name}, got ${Object.keys(values)}`);
  return String(value);
}

/**
 * Plural forms by CLDR category. These languages need `one` and `other` for the counts that occur. `{count}` is the number.
 */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

/** "1 file", "1.000 Dateien"; `values` fills the other placeholders. */
export function plural(
  forms: Plural,
  count: number,
  language: Language,
  values: Readonly<Record<string, string>> = {},
): string {
  const locale = LOCALES[language];
  const form = new Intl.PluralRules(locale).select(count) === "one" ? forms.one : forms.other;
  return fill(form, { ...values, count: new Intl.NumberFormat(locale).format(count) });
}
