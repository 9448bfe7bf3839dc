/** The language of the page and its texts. Each language is a separate file, so that a reader loads only one. */

import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { isLanguage, type Language, preferredLanguage } from "@svc-proof/verifier-web/ui/language";
import type { PageTexts } from "./page/english.js";

const STORAGE_KEY = "language";

const PAGE_TEXTS: Readonly<Record<Language, () => Promise<{ readonly page: PageTexts }>>> = {
  es: () => import("./page/spanish.js"),
  en: () => import("./page/english.js"),
  de: () => import("./page/german.js"),
  fr: () => import("./page/french.js"),
};

const current: Signal<{ readonly language: Language; readonly page: PageTexts } | null> = signal(null);

/** Null until the texts of one language are loaded. */
export const siteLanguage: ReadonlySignal<{ readonly language: Language; readonly page: PageTexts } | null> =
  current;

/** The language that the reader chose earlier, otherwise the first supported one of the browser. */
export function initialLanguage(): Language {
  const chosen = readChoice();
  return isLanguage(chosen) ? chosen : preferredLanguage(navigator.languages);
}

/** Loads the texts of a language, then switches the page to it. @throws the error of the import, for example offline. */
export async function showLanguage(language: Language): Promise<void> {
  const { page } = await PAGE_TEXTS[language]();
  current.value = { language, page };
  document.documentElement.lang = language;
}

/** Stores the choice on this device, if allowed. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Storage is disabled: the choice lasts as long as the page.
  }
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
