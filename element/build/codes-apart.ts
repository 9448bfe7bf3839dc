/** Splits the words of the codes of a language in two modules: those of usual codes, and all others. */
import type { CodeTexts } from "@svc-proof/ui/texts/codes/code-texts";
import type { Plugin } from "vite";

/** @param usual the codes of the first module. */
export function codesApart(usual: readonly string[]): Plugin {
  return {
    name: "codes-apart",
    resolveId: (source) => (MODULE.test(source) ? `\0${source}` : undefined),
    async load(id) {
      const [, kind, language] = MODULE.exec(id.slice(1)) ?? [];
      if (!id.startsWith("\0") || kind === undefined || language === undefined) return undefined;
      const { [language]: texts } = (await import(`@svc-proof/ui/texts/codes/${language}`)) as Readonly<
        Record<string, Pick<CodeTexts, "codes" | "unsupported" | "looksLike">>
      >;
      if (texts === undefined) throw new Error(`there are no words for codes in ${language}`);
      const missing = usual.filter((code) => !Object.hasOwn(texts.codes, code));
      if (missing.length > 0) throw new Error(`no words in ${language} for ${missing.join(", ")}`);
      const chosen = Object.fromEntries(
        Object.entries(texts.codes).filter(([code]) => usual.includes(code) === (kind === "usual")),
      );
      const { unsupported, looksLike } = texts;
      const codes =
        kind === "usual"
          ? { ...texts, codes: chosen, unsupported: {}, looksLike: {} }
          : { codes: chosen, unsupported, looksLike };
      return `export const codes = ${JSON.stringify(codes)};`;
    },
  };
}

const MODULE = /^virtual:codes\/(usual|rare)\/(\w+)$/;
