/** The words of the pages and mails in every language. */

import type { Language } from "@svc-proof/verifier-web/ui/language";
import { english, type PageTexts } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { spanish } from "./spanish.js";

export type { PageTexts } from "./english.js";

export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = {
  es: spanish,
  en: english,
  de: german,
  fr: french,
};
