import { TextsContext } from "@svc-proof/ui/verdict";
import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import { resultLanguage } from "../texts/result-language.js";
import { usePageTexts } from "../texts/use-texts.js";

/** Gives the views that this site shares their words, in the language of the site. */
export function SiteTexts({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { language, page } = usePageTexts();
  const verdict = resultLanguage.value;
  const texts = useMemo(
    () => ({ language: verdict?.language ?? language, page, verdict }),
    [language, page, verdict],
  );
  return <TextsContext.Provider value={texts}>{children}</TextsContext.Provider>;
}
