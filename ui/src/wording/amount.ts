/** Words for amounts of data, rates and time left. */
import { bytesText, fill, type Language, plural } from "../language/index.js";
import type { CommonTexts } from "../texts/page/english.js";

/** @param totalBytes null if unknown. */
export function amountText(
  doneBytes: number,
  totalBytes: number | null,
  { progress }: CommonTexts,
  language: Language,
): string {
  const done = bytesText(doneBytes, language);
  return totalBytes === null
    ? fill(progress.done, { done })
    : fill(progress.amount, { done, total: bytesText(totalBytes, language) });
}

export function rateText(bytesPerSecond: number, texts: CommonTexts, language: Language): string {
  return fill(texts.progress.rate, { rate: bytesText(bytesPerSecond, language) });
}

export function timeLeftText(secondsLeft: number, { progress }: CommonTexts, language: Language): string {
  if (secondsLeft < 1) return progress.nearlyDone;
  return secondsLeft < 100
    ? plural(progress.secondsLeft, Math.round(secondsLeft), language)
    : plural(progress.minutesLeft, Math.round(secondsLeft / 60), language);
}
