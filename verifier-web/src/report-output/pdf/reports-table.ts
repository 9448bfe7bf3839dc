/** All reports in one table: file, outcome, date, and where the date comes from or why there is none. */
import { claimTimeText, headlineOf, placeOf } from "@svc-proof/ui/wording";
import { isolated } from "./isolated.js";
import { outcomeShown } from "./outcome-shown.js";
import { pauses } from "./pauses.js";
import { placeText } from "./place-text.js";
import { type ReportFlow, type TableCell, TEXT_WIDTH_PT } from "./report-flow.js";
import type { ItemWithoutReport, ReportContext, ReportOfItem } from "./report-of-item.js";

/** @param pageOf the page on which a report begins, known once all are laid out; null if it is not in the document. */
export async function reportsTable(
  flow: ReportFlow,
  items: readonly (ReportOfItem | ItemWithoutReport)[],
  context: ReportContext,
  pageOf: (item: number) => (() => number) | null,
): Promise<void> {
  const { joint } = context.result.report;
  const columns = [
    { heading: joint.file, widthPt: 0.28 * TEXT_WIDTH_PT },
    { heading: joint.outcome, widthPt: 0.2 * TEXT_WIDTH_PT },
    { heading: joint.date, widthPt: 0.2 * TEXT_WIDTH_PT },
    { heading: joint.ground, widthPt: 0.32 * TEXT_WIDTH_PT },
  ];
  const table = flow.table(columns);
  const pause = pauses();
  for (const [at, item] of items.entries()) {
    await pause();
    const target = pageOf(at);
    const name: TableCell = { text: isolated(item.title), ...(target !== null && { target }) };
    table.row([name, ...(item.report === null ? without(item) : cells(item, context))]);
  }
  table.end();
}

function without({ remark }: ItemWithoutReport): readonly TableCell[] {
  return [{ text: "–" }, { text: "–" }, { text: remark }];
}

function cells(
  { report }: ReportOfItem,
  { page, result, codes, language }: ReportContext,
): readonly TableCell[] {
  const headline = headlineOf(report, result, codes, language);
  const { sign, word } = outcomeShown(report, page);
  const outcome: TableCell = { text: word, sign, style: { face: "bold" } };
  if (!("claim" in headline)) return [outcome, { text: "–" }, { text: headline.sentence }];
  const { claim, caveat } = headline;
  const source = placeText(placeOf(claim), result.sources);
  return [
    outcome,
    { text: claimTimeText(claim, language) },
    { text: caveat === null ? source : `${source}. ${caveat}` },
  ];
}
