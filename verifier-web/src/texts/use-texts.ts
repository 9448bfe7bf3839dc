import type { Language } from "@svc-proof/verifier-web/ui/language";
import type { CodeTexts } from "@svc-proof/verifier-web/ui/texts/result/english";
import type { PageTexts } from "./page/english.js";
import type { ResultTexts } from "./result/english.js";
import { resultLanguage } from "./result-language.js";
import { siteLanguage } from "./site-language.js";

/** For components of the page, which is rendered only after its texts are loaded. */
export function usePageTexts(): { readonly language: Language; readonly page: PageTexts } {
  const loaded = siteLanguage.value;
  if (loaded === null) throw new Error("drawn before any texts were loaded");
  return loaded;
}

/** For components of a result, which is rendered only after its texts are loaded. */
export function useResultTexts(): {
  readonly language: Language;
  readonly page: PageTexts;
  readonly result: ResultTexts;
  readonly codes: CodeTexts;
} {
  const loaded = resultLanguage.value;
  if (loaded === null) throw new Error("drawn before any texts were loaded");
  return { page: usePageTexts().page, ...loaded };
}
