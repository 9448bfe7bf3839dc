/** The words of the pages and mails in every language. */

import type { Language } from "@svc-proof/verifier-web/ui/language";
import { english, type PageTexts } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { spanish } from "./spanish.js";

export type { PageTexts } from "./english.js";

/** French keeps its two-part signs and its quotation marks on the line of the word beside them: U+00A0. */
function bound<Texts>(texts: Texts): Texts {
  if (typeof texts === "string") return texts.replace(/ (?=[:;!?»])|(?<=«) /g, "\u00a0") as Texts & string;
  if (Array.isArray(texts)) return texts.map(bound) as Texts & unknown[];
  return Object.fromEntries(
    Object.entries(texts as object).map(([key, text]) => [key, bound(text)]),
  ) as Texts;
}

export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = {
  es: spanish,
  en: english,
  de: german,
  fr: bound(french),
};
