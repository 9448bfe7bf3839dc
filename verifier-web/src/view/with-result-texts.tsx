import { Stated } from "@svc-proof/ui/components";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadResultTexts, resultLanguage } from "../texts/result-language.js";
import { usePageTexts } from "../texts/use-texts.js";

/** Renders what needs the texts of results, once they are loaded in the page's language. */
export function WithResultTexts({ render }: { readonly render: () => JSX.Element }): JSX.Element {
  const { page, language } = usePageTexts();
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    loadResultTexts(language).catch(() => setFailed(true));
  }, [language]);
  if (resultLanguage.value !== null) return render();
  return (
    <p role="status">
      <Stated>{isFailed ? page.loadingFailed : page.loading}</Stated>
    </p>
  );
}
