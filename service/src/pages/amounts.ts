/** Numbers, sizes and prices as a language writes them. */
import { type Language, LOCALES } from "@svc-proof/ui/language";
import { inEachLanguage } from "./in-each-language.js";

const NUMBERS = inEachLanguage((locale) => new Intl.NumberFormat(locale));

export function numberText(value: number, language: Language): string {
  return NUMBERS[language].format(value);
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** In powers of ten, as the limits of plans are. */
export function sizeText(bytes: number, language: Language): string {
  let size = bytes;
  let unit = 0;
  for (; size >= 1_000 && unit < UNITS.length - 1; unit++) size /= 1_000;
  return new Intl.NumberFormat(LOCALES[language], {
    style: "unit",
    unit: UNITS[unit]!,
    unitDisplay: unit === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(size);
}

/** Whole euros. */
export function priceText(eur: number, language: Language): string {
  return new Intl.NumberFormat(LOCALES[language], {
    style: "currency",
    currency: "EUR",
    maximumFractionDigits: 0,
  }).format(eur);
}
