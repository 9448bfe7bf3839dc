/** The language of the page, and its texts. Each language is a file of its own: a reader loads one. */
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { isLanguage, type Language, preferredLanguage } from "./languages.js";
import type { PageTexts } from "./page/page-texts.js";

const STORAGE_KEY = "language";

const PAGE_TEXTS: Readonly<Record<Language, () => Promise<PageTexts>>> = {
  es: async () => (await import("./page/spanish.js")).spanish,
  en: async () => (await import("./page/english.js")).english,
  de: async () => (await import("./page/german.js")).german,
  fr: async () => (await import("./page/french.js")).french,
};

const current: Signal<{ readonly language: Language; readonly page: PageTexts } | null> = signal(null);

/** Null until the texts of a language have been loaded. */
export const siteLanguage: ReadonlySignal<{ readonly language: Language; readonly page: PageTexts } | null> =
  current;

/** The language that the reader chose here before, else the first of the browser's that the site speaks. */
export function initialLanguage(): Language {
  const chosen = readChoice();
  return isLanguage(chosen) ? chosen : preferredLanguage(navigator.languages);
}

/**
 * Loads a language's texts, then shows the page in it. The page stays as it is until they are there.
 *
 * @throws what the import does, offline and with nothing kept.
 */
export async function showLanguage(language: Language): Promise<void> {
  const page = await PAGE_TEXTS[language]();
  current.value = { language, page };
  document.documentElement.lang = language;
  document.title = page.title;
}

/** Remembers the choice on this device, where it allows that. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Storage is off: the choice holds until the page is closed.
  }
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
