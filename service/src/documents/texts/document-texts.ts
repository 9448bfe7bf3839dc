/** The words of certificates and of `README.txt` in every language. */

import type { Language } from "@svc-proof/verifier-web/ui/language";
import {
  verdict as englishVerdict,
  type VerdictTexts,
} from "@svc-proof/verifier-web/ui/texts/result/english";
import { verdict as frenchVerdict } from "@svc-proof/verifier-web/ui/texts/result/french";
import { verdict as germanVerdict } from "@svc-proof/verifier-web/ui/texts/result/german";
import { verdict as spanishVerdict } from "@svc-proof/verifier-web/ui/texts/result/spanish";
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

/** The words of the picture of a proof, as the verifier has them. */
export const PICTURE_TEXTS: Readonly<Record<Language, VerdictTexts["picture"]>> = {
  es: spanishVerdict.picture,
  en: englishVerdict.picture,
  de: germanVerdict.picture,
  fr: frenchVerdict.picture,
};
