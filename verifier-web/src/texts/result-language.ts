/** The texts of results in the page's language, loaded with the first result. */

import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Language } from "@svc-proof/verifier-web/ui/language";
import type { CodeTexts } from "@svc-proof/verifier-web/ui/texts/result/english";
import type { ResultTexts } from "./result/english.js";

export interface LoadedResultTexts {
  readonly language: Language;
  readonly result: ResultTexts;
  readonly codes: CodeTexts;
}

const RESULT_TEXTS: Readonly<Record<Language, () => Promise<Omit<LoadedResultTexts, "language">>>> = {
  es: () => import("./result/spanish.js"),
  en: () => import("./result/english.js"),
  de: () => import("./result/german.js"),
  fr: () => import("./result/french.js"),
};

const current: Signal<LoadedResultTexts | null> = signal(null);

/** Null until they are loaded. */
export const resultLanguage: ReadonlySignal<LoadedResultTexts | null> = current;

/** @throws the error of the import, for example offline. */
export async function loadResultTexts(language: Language): Promise<void> {
  if (current.value?.language === language) return;
  const { result, codes } = await RESULT_TEXTS[language]();
  current.value = { language, result, codes };
}
