/** The language of a document. */
import Type, { type TOptional, type TString } from "typebox";

export type DocumentLanguage = "es" | "en" | "de" | "fr";

const LANGUAGES: ReadonlySet<string> = new Set<DocumentLanguage>(["es", "en", "de", "fr"]);

export const LANGUAGE_QUERY: { readonly lang: TOptional<TString> } = {
  lang: Type.Optional(
    Type.String({
      description: "`es`, `en`, `de` or `fr`; any other value gives `en`.",
      examples: ["es"],
    }),
  ),
};

/** Interface, `certificate.pdf`: any other value gives `en`. The interface does not say for `evidence.zip`; we do the same. */
export function documentLanguage(value: string | undefined): DocumentLanguage {
  return value !== undefined && LANGUAGES.has(value) ? (value as DocumentLanguage) : "en";
}
