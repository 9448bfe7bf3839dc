/**
 * Makes two modules of the catalogues in a language: what the element says, with the words of usual codes; and the words of
 * all other codes.
 */
import type { CodeTexts } from "@svc-proof/ui/texts/result/english";
import type { Plugin } from "vite";

/** @param usual the codes of the first module. */
export function codesApart(usual: readonly string[]): Plugin {
  return {
    name: "codes-apart",
    resolveId: (source) => (MODULE.test(source) ? `\0${source}` : undefined),
    async load(id) {
      const language = id.startsWith("\0") ? MODULE.exec(id.slice(1))?.[1] : undefined;
      if (language === undefined) return undefined;
      const isFirst = id.startsWith("\0virtual:texts/");
      const { codes } = (await import(`@svc-proof/ui/texts/result/${language}`)) as {
        readonly codes: CodeTexts;
      };
      const missing = usual.filter((code) => !Object.hasOwn(codes.codes, code));
      if (missing.length > 0) throw new Error(`no words in ${language} for ${missing.join(", ")}`);
      const chosen = Object.fromEntries(
        Object.entries(codes.codes).filter(([code]) => usual.includes(code) === isFirst),
      );
      const { unsupported, looksLike } = codes;
      if (!isFirst) return exported({ codes: chosen, unsupported, looksLike });
      return `${exported({ ...codes, codes: chosen, unsupported: {}, looksLike: {} })}
export { actions, common, element } from "@svc-proof/ui/texts/page/${language}";
export { verdict } from "@svc-proof/ui/texts/result/${language}";`;
    },
  };
}

const MODULE = /^virtual:(?:texts\/in-|codes\/)(\w+)$/;

function exported(codes: object): string {
  return `export const codes = ${JSON.stringify(codes)};`;
}
