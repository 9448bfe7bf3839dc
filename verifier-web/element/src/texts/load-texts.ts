/** The words of one language, loaded with the first element that speaks it. */

import type { Language } from "@svc-proof/verifier-web/ui/language";
import type { ActionTexts, CommonTexts, ElementTexts } from "@svc-proof/verifier-web/ui/texts/page/english";
import type { CodeTexts, VerdictTexts } from "@svc-proof/verifier-web/ui/texts/result/english";
import { codesIn } from "./codes-in.js";

export interface LoadedTexts {
  readonly language: Language;
  readonly own: ElementTexts;
  readonly actions: ActionTexts;
  readonly page: CommonTexts;
  /** Null until there is a verdict. */
  readonly result: VerdictTexts | null;
  readonly codes: CodeTexts;
}

type Loaders<Module> = Readonly<Record<Language, () => Promise<Module>>>;

const FIRST: Loaders<{
  readonly actions: ActionTexts;
  readonly codes: CodeTexts;
  readonly common: CommonTexts;
  readonly element: ElementTexts;
}> = {
  es: () => import("virtual:texts/in-spanish"),
  en: () => import("virtual:texts/in-english"),
  de: () => import("virtual:texts/in-german"),
  fr: () => import("virtual:texts/in-french"),
};

const RESULTS: Loaders<{ readonly verdict: VerdictTexts }> = {
  es: () => import("virtual:result/of-spanish"),
  en: () => import("virtual:result/of-english"),
  de: () => import("virtual:result/of-german"),
  fr: () => import("virtual:result/of-french"),
};

const RARE: Loaders<{ readonly codes: Pick<CodeTexts, "codes" | "unsupported" | "looksLike"> }> = {
  es: () => import("virtual:codes/spanish"),
  en: () => import("virtual:codes/english"),
  de: () => import("virtual:codes/german"),
  fr: () => import("virtual:codes/french"),
};

/** @throws the error of the import, for example offline. */
export async function loadTexts(language: Language): Promise<LoadedTexts> {
  const { actions, codes, common, element } = await FIRST[language]();
  return { language, own: element, actions, page: common, result: null, codes };
}

/** The texts with those of a verdict, which are the same texts if they have them. @throws the error of the import. */
export async function withVerdict(texts: LoadedTexts): Promise<LoadedTexts> {
  if (texts.result !== null) return texts;
  return { ...texts, result: (await RESULTS[texts.language]()).verdict };
}

/** The texts with words for all codes of a report, which are the same texts if they have them. Without them, codes stand for themselves. */
export async function textsFor(texts: LoadedTexts, report: unknown): Promise<LoadedTexts> {
  const { codes, language } = texts;
  const isKnown = (code: string) =>
    code === "ok" || Object.hasOwn(codes.codes, code) || Object.hasOwn(codes.notices, code);
  if ([...codesIn(report)].every(isKnown)) return texts;
  try {
    const { codes: rare } = await RARE[language]();
    return { ...texts, codes: { ...codes, ...rare, codes: { ...codes.codes, ...rare.codes } } };
  } catch {
    return texts;
  }
}
