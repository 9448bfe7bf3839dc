import { LANGUAGES, type Language, LOCALES } from "@svc-proof/ui/language";

/** A formatter for each language, made once: to make one takes sixty times as long as to use it. */
export function inEachLanguage<Formatter>(
  make: (locale: string) => Formatter,
): Readonly<Record<Language, Formatter>> {
  const entries = LANGUAGES.map((language) => [language, make(LOCALES[language])]);
  return Object.fromEntries(entries) as Record<Language, Formatter>;
}
