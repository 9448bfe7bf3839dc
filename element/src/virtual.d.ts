declare module "virtual:element-style" {
  /** The style sheet of an element, made by `build/element-style.ts`. */
  const css: string;
  export default css;
}

/** The words of `USUAL_CODES` in a language, with those that are no codes; made by `build/codes-apart.ts`. */
declare module "virtual:codes/usual/*" {
  export const codes: import("@svc-proof/ui/texts/codes/code-texts").CodeTexts;
}

/** The words of all other codes. */
declare module "virtual:codes/rare/*" {
  export const codes: Pick<
    import("@svc-proof/ui/texts/codes/code-texts").CodeTexts,
    "codes" | "unsupported" | "looksLike"
  >;
}
