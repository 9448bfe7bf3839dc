/** All that the site, the element and the pages around the documentation say, by language. */

import type { Language, Translation } from "@svc-proof/verifier-web/ui/language";
import * as englishPage from "../verifier-web/src/texts/page/english.js";
import * as frenchPage from "../verifier-web/src/texts/page/french.js";
import * as germanPage from "../verifier-web/src/texts/page/german.js";
import * as spanishPage from "../verifier-web/src/texts/page/spanish.js";
import * as englishResult from "../verifier-web/src/texts/result/english.js";
import * as frenchResult from "../verifier-web/src/texts/result/french.js";
import * as germanResult from "../verifier-web/src/texts/result/german.js";
import * as spanishResult from "../verifier-web/src/texts/result/spanish.js";
import * as englishWords from "../verifier-web/ui/src/texts/page/english.js";
import * as frenchWords from "../verifier-web/ui/src/texts/page/french.js";
import * as germanWords from "../verifier-web/ui/src/texts/page/german.js";
import * as spanishWords from "../verifier-web/ui/src/texts/page/spanish.js";
import * as englishVerdict from "../verifier-web/ui/src/texts/result/english.js";
import * as frenchVerdict from "../verifier-web/ui/src/texts/result/french.js";
import * as germanVerdict from "../verifier-web/ui/src/texts/result/german.js";
import * as spanishVerdict from "../verifier-web/ui/src/texts/result/spanish.js";

const english = { ...englishWords, ...englishVerdict, ...englishPage, ...englishResult };

export type SiteTexts = Translation<typeof english>;

export const SITE_TEXTS: Readonly<Record<Language, SiteTexts>> = {
  es: { ...spanishWords, ...spanishVerdict, ...spanishPage, ...spanishResult },
  en: english,
  de: { ...germanWords, ...germanVerdict, ...germanPage, ...germanResult },
  fr: { ...frenchWords, ...frenchVerdict, ...frenchPage, ...frenchResult },
};
