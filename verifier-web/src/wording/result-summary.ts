/** A result in one line, and its files. */

import { fill, type Language } from "@svc-proof/ui/language";
import type { CodeTexts } from "@svc-proof/ui/texts/result/english";
import {
  caveatOf,
  headlineOf,
  type Place,
  placeOf,
  shortClaimTimeText,
  shownNameText,
} from "@svc-proof/ui/wording";
import type { Report } from "@svc-proof/verifier-lib";
import type { PageTexts } from "../texts/page/english.js";
import type { ResultTexts } from "../texts/result/english.js";

/** A result in one line: the date with its source, or why there is none. */
export interface ResultSummary {
  /** ISO 8601; null if no source gives a date. */
  readonly time: string | null;
  /** The same in words, as exact as the source is. */
  readonly date: string | null;
  /** The source of the date; null without one. Safe to show. */
  readonly source: string | null;
  /** What limits the date, or why there is none; null if there is nothing to add. Safe to show. */
  readonly remark: string | null;
}

export function resultSummary(
  report: Report,
  texts: ResultTexts,
  codes: CodeTexts,
  language: Language,
): ResultSummary {
  const headline = headlineOf(report, texts, codes, language);
  if (!("claim" in headline)) return { time: null, date: null, source: null, remark: headline.sentence };
  const { claim } = headline;
  const remark = caveatOf(claim, report, texts, language);
  return {
    time: claim.time,
    date: shortClaimTimeText(claim, language),
    source: placeText(placeOf(claim), texts),
    remark,
  };
}

/** "Ethereum, block 123". */
function placeText({ text, name, block }: Place, { sources }: ResultTexts): string {
  const shown = shownNameText(name ?? "");
  return fill(sources[text], { network: shown, authority: shown, block: `${block ?? "?"}` });
}

/** A file that a result is based on. */
export interface ResultFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly role: keyof PageTexts["roles"];
}
