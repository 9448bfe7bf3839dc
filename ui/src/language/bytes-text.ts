import { type Language, LOCALES } from "./languages.js";

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
