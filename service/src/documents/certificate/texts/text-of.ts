import type { DocumentLanguage } from "../../words.js";
import type { CertificateText } from "./certificate-text.js";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { spanish } from "./spanish.js";

const TEXTS: Readonly<Record<DocumentLanguage, CertificateText>> = {
  es: spanish,
  en: english,
  de: german,
  fr: french,
};

export function textOf(language: DocumentLanguage): CertificateText {
  return TEXTS[language];
}
