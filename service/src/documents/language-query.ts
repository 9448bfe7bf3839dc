import Type, { type TOptional, type TString } from "typebox";

/** The language of a document, as a query parameter. */
export const LANGUAGE_QUERY: { readonly lang: TOptional<TString> } = {
  lang: Type.Optional(
    Type.String({
      description: "`es`, `en`, `de` or `fr`; any other value gives `en`.",
      examples: ["es"],
    }),
  ),
};
