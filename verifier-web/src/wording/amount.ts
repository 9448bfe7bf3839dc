/** Words for amounts of data, rates and time left. */
import { fill, type Language, LOCALES, plural } from "@svc-proof/ui/language";
import type { PageTexts } from "../texts/page/page-texts.js";

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

/** @param totalBytes null if unknown. */
export function amountText(
  doneBytes: number,
  totalBytes: number | null,
  { progress }: PageTexts,
  language: Language,
): string {
  const done = bytesText(doneBytes, language);
  return totalBytes === null
    ? fill(progress.done, { done })
    : fill(progress.amount, { done, total: bytesText(totalBytes, language) });
}

export function rateText(bytesPerSecond: number, texts: PageTexts, language: Language): string {
  return fill(texts.progress.rate, { rate: bytesText(bytesPerSecond, language) });
}

export function timeLeftText(secondsLeft: number, { progress }: PageTexts, language: Language): string {
  if (secondsLeft < 1) return progress.nearlyDone;
  return secondsLeft < 100
    ? plural(progress.secondsLeft, Math.round(secondsLeft), language)
    : plural(progress.minutesLeft, Math.round(secondsLeft / 60), language);
}
