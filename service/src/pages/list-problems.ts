/** What is wrong with a list of fingerprints: said by the page, and by its script. */

import type { ListProblem } from "@svc-proof/shared/text";
import { fill, type Language, LOCALES, plural } from "@svc-proof/verifier-web/ui/language";
import type { PageTexts } from "../texts/english.js";

/** Lines that are told of. */
const TOLD = 8;

/** What is wrong with which lines, in words. */
export function problemLines(
  problems: readonly ListProblem[],
  texts: PageTexts["create"]["lines"],
  language: Language,
): readonly string[] {
  const number = new Intl.NumberFormat(LOCALES[language]);
  const others = problems.length - TOLD;
  return [
    ...problems.slice(0, TOLD).map(({ line, kind }) => fill(texts[kind], { line: number.format(line) })),
    ...(others > 0 ? [plural(texts.others, others, language)] : []),
  ];
}
