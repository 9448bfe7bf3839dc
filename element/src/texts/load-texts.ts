/** The words of one language, loaded with the first element that speaks it. */
import type { Language } from "@svc-proof/ui/language";
import type { ActionTexts } from "@svc-proof/ui/texts/actions/action-texts";
import type { CodeTexts } from "@svc-proof/ui/texts/codes/code-texts";
import type { CommonTexts } from "@svc-proof/ui/texts/common/common-texts";
import type { VerdictTexts } from "@svc-proof/ui/texts/verdict/verdict-texts";
import { codesIn } from "./codes-in.js";
import type { ElementTexts } from "./element-texts.js";

export interface LoadedTexts {
  readonly language: Language;
  readonly own: ElementTexts;
  readonly actions: ActionTexts;
  readonly page: CommonTexts;
  readonly result: VerdictTexts;
  readonly codes: CodeTexts;
}

const LOAD: Readonly<Record<Language, () => Promise<Omit<LoadedTexts, "language">>>> = {
  es: () => import("./in-spanish.js"),
  en: () => import("./in-english.js"),
  de: () => import("./in-german.js"),
  fr: () => import("./in-french.js"),
};

/** @throws the error of the import, for example offline. */
export async function loadTexts(language: Language): Promise<LoadedTexts> {
  const { own, actions, page, result, codes } = await LOAD[language]();
  return { language, own, actions, page, result, codes };
}

const LOAD_RARE: Readonly<
  Record<Language, () => Promise<{ readonly codes: Pick<CodeTexts, "codes" | "unsupported" | "looksLike"> }>>
> = {
  es: () => import("virtual:codes/rare/spanish"),
  en: () => import("virtual:codes/rare/english"),
  de: () => import("virtual:codes/rare/german"),
  fr: () => import("virtual:codes/rare/french"),
};

/** The texts with words for all codes of a report, which are the same texts if they have them. Without them, codes stand for themselves. */
export async function textsFor(texts: LoadedTexts, report: unknown): Promise<LoadedTexts> {
  const { codes, language } = texts;
  const isKnown = (code: string) =>
    code === "ok" || Object.hasOwn(codes.codes, code) || Object.hasOwn(codes.notices, code);
  if ([...codesIn(report)].every(isKnown)) return texts;
  try {
    const { codes: rare } = await LOAD_RARE[language]();
    return { ...texts, codes: { ...codes, ...rare, codes: { ...codes.codes, ...rare.codes } } };
  } catch {
    return texts;
  }
}
