declare module "virtual:element-style" {
  /** The style sheet of an element, made by `build/element-style.ts`. */
  const css: string;
  export default css;
}

/** What the element says in one language before there is a verdict, with the words of `USUAL_CODES`; made by `build/element-config.ts`. */
declare module "virtual:texts/*" {
  export { actions, common, element } from "@svc-proof/verifier-web/ui/texts/page/english";
  export { codes } from "@svc-proof/verifier-web/ui/texts/result/english";
}

/** What a verdict says. */
declare module "virtual:result/*" {
  export { verdict } from "@svc-proof/verifier-web/ui/texts/result/english";
}

/** The words of all other codes. */
declare module "virtual:codes/*" {
  export const codes: Pick<
    import("@svc-proof/verifier-web/ui/texts/result/english").CodeTexts,
    "codes" | "unsupported" | "looksLike"
  >;
}
