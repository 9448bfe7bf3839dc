import type { DocumentLanguage } from "../../language.js";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import type { ReadmeText } from "./readme-text.js";
import { spanish } from "./spanish.js";

const TEXTS: Readonly<Record<DocumentLanguage, ReadmeText>> = {
  es: spanish,
  en: english,
  de: german,
  fr: french,
};

export function textOf(language: DocumentLanguage): ReadmeText {
  return TEXTS[language];
}
