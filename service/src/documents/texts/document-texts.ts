/** The words of certificates and of `README.txt` in every language. */

import type { Language } from "@svc-proof/verifier-web/ui/language";
import { type DocumentTexts, english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { spanish } from "./spanish.js";

export type { DocumentTexts } from "./english.js";

export const DOCUMENT_TEXTS: Readonly<Record<Language, DocumentTexts>> = {
  es: spanish,
  en: english,
  de: german,
  fr: french,
};
