import { fill } from "./fill.js";
import { type Language, LOCALES } from "./languages.js";

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
