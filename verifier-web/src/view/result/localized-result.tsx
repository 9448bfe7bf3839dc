import type { JSX } from "preact";
import { WithResultTexts } from "../with-result-texts.js";
import { Result, type ResultProps } from "./result.js";

/** A result in the page's language. Its texts are loaded with the first result. */
export function LocalizedResult(props: ResultProps): JSX.Element {
  return <WithResultTexts render={() => <Result {...props} />} />;
}
