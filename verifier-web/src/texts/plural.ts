import { fill } from "./fill.js";
import { type Language, LOCALES } from "./languages.js";

/** Forms by the plural category of CLDR; of the languages here `one` and `other` are told apart. `{count}` is the number. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

/** "1 file", "1.000 Dateien"; `values` for what else the forms name. */
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
