/** All reports in one table: file, outcome, date, and where the date comes from or why there is none. */
import { headlineOf } from "../../wording/headline.js";
import { utcText } from "../../wording/instant-text.js";
import { placeOf } from "../../wording/time-source.js";
import { isolated } from "./isolated.js";
import { type PageFlow, type TableCell, TEXT_WIDTH_PT } from "./layout/page-flow.js";
import { outcomeShown } from "./outcome-shown.js";
import { placeText } from "./place-text.js";
import type { ReportContext, ReportOfItem } from "./report-of-item.js";

/** @param pageOf the page on which a report begins, known once all are laid out. */
export function reportsTable(
  flow: PageFlow,
  reports: readonly ReportOfItem[],
  context: ReportContext,
  pageOf: (report: number) => number,
): void {
  const { joint } = context.result.report;
  const columns = [
    { heading: joint.file, widthPt: 0.28 * TEXT_WIDTH_PT },
    { heading: joint.outcome, widthPt: 0.2 * TEXT_WIDTH_PT },
    { heading: joint.date, widthPt: 0.2 * TEXT_WIDTH_PT },
    { heading: joint.ground, widthPt: 0.32 * TEXT_WIDTH_PT },
  ];
  flow.table(
    columns,
    reports.map((one, at) => row(one, context, () => pageOf(at))),
  );
}

function row(
  { title, report }: ReportOfItem,
  { page, result, codes, language }: ReportContext,
  target: () => number,
): readonly TableCell[] {
  const headline = headlineOf(report, result, codes, language);
  const { sign, word } = outcomeShown(report, page);
  const isDated = "claim" in headline;
  return [
    { text: isolated(title), target },
    { text: word, sign, style: { face: "bold" } },
    { text: isDated ? utcText(headline.claim.time, language) : "–" },
    { text: isDated ? placeText(placeOf(headline.claim), result.sources) : headline.sentence },
  ];
}
