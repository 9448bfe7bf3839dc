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
  readonly result: VerdictTexts;
  readonly codes: CodeTexts;
}

interface Loaders {
  readonly first: () => Promise<{
    readonly actions: ActionTexts;
    readonly codes: CodeTexts;
    readonly common: CommonTexts;
    readonly element: ElementTexts;
    readonly verdict: VerdictTexts;
  }>;
  readonly rare: () => Promise<{ readonly codes: Pick<CodeTexts, "codes" | "unsupported" | "looksLike"> }>;
}

const LOADERS: Readonly<Record<Language, Loaders>> = {
  es: { first: () => import("virtual:texts/in-spanish"), rare: () => import("virtual:codes/spanish") },
  en: { first: () => import("virtual:texts/in-english"), rare: () => import("virtual:codes/english") },
  de: { first: () => import("virtual:texts/in-german"), rare: () => import("virtual:codes/german") },
  fr: { first: () => import("virtual:texts/in-french"), rare: () => import("virtual:codes/french") },
};

/** @throws the error of the import, for example offline. */
export async function loadTexts(language: Language): Promise<LoadedTexts> {
  const { actions, codes, common, element, verdict } = await LOADERS[language].first();
  return { language, own: element, actions, page: common, result: verdict, codes };
}

/** The texts with words for all codes of a report, which are the same texts if they have them. Without them, codes stand for themselves. */
export async function textsFor(texts: LoadedTexts, report: unknown): Promise<LoadedTexts> {
  const { codes, language } = texts;
  const isKnown = (code: string) =>
    code === "ok" || Object.hasOwn(codes.codes, code) || Object.hasOwn(codes.notices, code);
  if ([...codesIn(report)].every(isKnown)) return texts;
  try {
    const { codes: rare } = await LOADERS[language].rare();
    return { ...texts, codes: { ...codes, ...rare, codes: { ...codes.codes, ...rare.codes } } };
  } catch {
    return texts;
  }
}
