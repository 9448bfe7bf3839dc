import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadResultTexts, resultLanguage } from "../../texts/result-language.js";
import { usePageTexts } from "../../texts/use-texts.js";
import { Result, type ResultProps } from "./result.js";

/** A result in the page's language. Its texts are loaded with the first result. */
export function LocalizedResult(props: ResultProps): JSX.Element {
  const { page, language } = usePageTexts();
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    loadResultTexts(language).catch(() => setFailed(true));
  }, [language]);
  if (resultLanguage.value === null) {
    return <p role="status">{isFailed ? page.loadingFailed : page.loading}</p>;
  }
  return <Result {...props} />;
}
