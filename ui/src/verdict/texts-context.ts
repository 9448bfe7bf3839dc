/** Where the views of a verdict take their words from. Whoever shows them provides the words, so that two languages fit on one page. */

import { type Context, createContext } from "preact";
import { useContext, useRef } from "preact/hooks";
import type { Language } from "../language.js";
import type { CommonTexts } from "../texts/page/english.js";
import type { CodeTexts, VerdictTexts } from "../texts/result/english.js";

export interface ProvidedTexts {
  readonly language: Language;
  readonly page: CommonTexts;
  /** Null until they are loaded. */
  readonly verdict: { readonly result: VerdictTexts; readonly codes: CodeTexts } | null;
}

export const TextsContext: Context<ProvidedTexts | null> = createContext<ProvidedTexts | null>(null);

export interface UsedVerdictTexts {
  readonly language: Language;
  readonly page: CommonTexts;
  readonly result: VerdictTexts;
  readonly codes: CodeTexts;
}

/** @throws Error outside of a `TextsContext`. */
export function useCommonTexts(): Omit<ProvidedTexts, "verdict"> {
  const provided = useContext(TextsContext);
  if (provided === null) throw new Error("drawn before any texts were loaded");
  return provided;
}

/** @throws Error outside of a `TextsContext` with the texts of a verdict. */
export function useVerdictTexts(): UsedVerdictTexts {
  const provided = useContext(TextsContext);
  if (provided?.verdict == null) throw new Error("drawn before any texts were loaded");
  const { language, page, verdict } = provided;
  return { language, page, ...verdict };
}

/**
 * A key for elements that state something about a value: another one with each value, and with each language. As `Stated`, for
 * more than a sentence.
 */
export function useStatement(value: unknown): string {
  const { language } = useCommonTexts();
  const last = useRef({ value, count: 0 });
  if (last.current.value !== value) last.current = { value, count: last.current.count + 1 };
  return `${language} ${last.current.count}`;
}
