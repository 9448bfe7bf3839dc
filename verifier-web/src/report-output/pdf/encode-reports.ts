/** Reports become one document. */

import { sha256 } from "@noble/hashes/sha2.js";
import { type Attachment, encodeDocument } from "@svc-proof/shared/pdf";
import type { SignKind } from "@svc-proof/verifier-web/ui/components";
import { fill, LOCALES, plural } from "@svc-proof/verifier-web/ui/language";
import {
  claimTimeText,
  headlineOf,
  outcomeSign,
  placeOf,
  shownNameText,
} from "@svc-proof/verifier-web/ui/wording";
import { fullVersion, reportJson, reportsJson } from "../report.js";
import { ReportFlow, SOFT, type TableCell, TEXT_WIDTH_PT } from "./report-flow.js";
import { isolated, placeText, type Typesetting } from "./report-fonts.js";
import {
  type ItemWithoutReport,
  outcomeShown,
  type ReportContext,
  type ReportOfItem,
  reportSections,
} from "./report-sections.js";
import { summary } from "./summary.js";

/** Long enough to get on, short enough that a page still answers its reader. */
const TURN_MS = 40;

/** @returns a function for loops: after some work it lets the page do its own before it resolves. */
export function pauses(): () => Promise<void> {
  let start = performance.now();
  return async () => {
    if (performance.now() - start < TURN_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    start = performance.now();
  };
}

// All reports in one table: file, outcome, date, and where the date comes from or why there is none.

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
  const source = placeText(placeOf(claim, result.sources), result.sources);
  return [
    outcome,
    { text: claimTimeText(claim, language) },
    { text: caveat === null ? source : `${source}. ${caveat}` },
  ];
}

/**
 * Reports as PDF 1.7. The same reports give the same bytes, where the same browser draws the scripts that the fonts lack and
 * compresses.
 */
const PRODUCER = "@svc-proof/verifier-web";

/** Reports that a document has in full: some 1,500 pages. */
const MAX_WHOLE_REPORTS = 500;

/**
 * @param items at least one, and one with a report; several begin with a table of all.
 * @param maxWhole reports in full.
 */
export async function encodeReports(
  items: readonly (ReportOfItem | ItemWithoutReport)[],
  context: ReportContext,
  setting: Typesetting,
  maxWhole: number = MAX_WHOLE_REPORTS,
): Promise<Uint8Array<ArrayBuffer>> {
  const { build, language, result } = context;
  const reports = items.filter((item) => item.report !== null);
  const [first] = reports;
  if (first === undefined) throw new RangeError(`"items" expected one with a report, got none`);
  const flow = new ReportFlow(setting);
  const isJoint = items.length > 1;
  const count = plural(result.report.joint.count, items.length, language);
  const title = isJoint ? `${result.report.title}: ${count}` : result.report.title;
  if (isJoint) await joint(flow, title, items, context, maxWhole);
  else {
    const content = { ...first, ...context, headingLevel: 1 } as const;
    summary(flow, content, setting);
    flow.newPage();
    flow.section();
    flow.paragraph(title, TITLE);
    reportSections(flow, content);
  }
  verifier(flow, isJoint, context);
  flow.footers(
    (page, pages) => fill(result.report.page, { page, pages }),
    `svc-proof verifier ${fullVersion(build)}`,
  );
  const attachment = jsonOf(reports, isJoint, context);
  const document = {
    ...flow.drawn,
    title,
    language: LOCALES[language],
    producer: `${PRODUCER} ${fullVersion(build)}`,
    createdAt: new Date(Math.max(...reports.map(({ report }) => Date.parse(report.checked_at)))),
    documentId: identifier(title, attachment.bytes),
    archival: null,
    attachments: [attachment],
  };
  return encodeDocument(document, deflate);
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** How many reports have which verdict, those that need attention first. */
function counts(
  items: readonly (ReportOfItem | ItemWithoutReport)[],
  { page, language }: ReportContext,
): readonly { readonly sign: SignKind; readonly text: string }[] {
  const shown = items.flatMap(({ report }) => (report === null ? [] : report.verdict));
  return [...new Set(shown)]
    .map((verdict) => {
      const count = shown.filter((one) => one === verdict).length;
      return { sign: outcomeSign(verdict), text: plural(page.items[verdict], count, language) };
    })
    .toSorted((a, b) => URGENCY.indexOf(a.sign) - URGENCY.indexOf(b.sign));
}

const URGENCY: readonly SignKind[] = ["bad", "open", "none", "calm", "own", "good"];

const TITLE = { sizePt: 10, color: SOFT, spaceAfterPt: 14 } as const;

/** A table of all items, and each report on pages of its own. */
async function joint(
  flow: ReportFlow,
  title: string,
  items: readonly (ReportOfItem | ItemWithoutReport)[],
  context: ReportContext,
  maxWhole: number,
): Promise<void> {
  const { result } = context;
  const whole = new Set<object>(items.filter((item) => item.report !== null).slice(0, maxWhole));
  const pageOf: number[] = [];
  flow.section();
  flow.heading(1, title, { face: "serif", sizePt: 20, spaceAfterPt: 14 });
  for (const { sign, text } of counts(items, context)) {
    flow.sign(sign, 11);
    flow.paragraph(text, { face: "bold", indentPt: 18 });
  }
  flow.space(8);
  await reportsTable(flow, items, context, (at) => (whole.has(items[at]!) ? () => pageOf[at]! : null));
  if (items.some((item) => item.report !== null && !whole.has(item))) {
    flow.paragraph(fill(result.report.joint.bounded, { count: maxWhole }), { color: SOFT });
  }
  const pause = pauses();
  for (const [at, item] of items.entries()) {
    if (item.report === null || !whole.has(item)) continue;
    await pause();
    flow.newPage();
    flow.section();
    pageOf[at] = flow.pageIndex;
    flow.bookmark(shownNameText(item.title));
    flow.paragraph(`${at + 1} / ${items.length}: ${isolated(item.title)}`, TITLE);
    reportSections(flow, { ...item, ...context, headingLevel: 2 });
  }
}

/** Which verifier made the report. */
function verifier(flow: ReportFlow, isJoint: boolean, { build, result }: ReportContext): void {
  flow.keep(70);
  flow.section();
  flow.space(12);
  flow.heading(2, result.report.verifier, { face: "serif", sizePt: 13, spaceAfterPt: 6 });
  flow.paragraph(`@svc-proof/verifier-web ${build.version}`);
  if (build.address !== null) flow.paragraph(build.address);
  if (build.hash !== null) flow.row(result.report.build, build.hash, { face: "mono", sizePt: 8 });
  flow.paragraph(isJoint ? result.report.joint.attached : result.report.attached, { color: SOFT });
}

/** One report as the page saves it, or a list of them. */
function jsonOf(
  items: readonly ReportOfItem[],
  isJoint: boolean,
  { build, result }: ReportContext,
): Attachment {
  const reports = items.map(({ report }) => report);
  return {
    name: isJoint ? "reports.json" : "report.json",
    bytes: new TextEncoder().encode(isJoint ? reportsJson(reports, build) : reportJson(reports[0]!, build)),
    mimeType: "application/json",
    description: result.report.title,
    relationship: "Data",
  };
}

/** 32 hexadecimal digits from what the document says. */
function identifier(title: string, json: Uint8Array): string {
  const text = new TextEncoder().encode(title);
  const hash = sha256.create().update(text).update(json).digest();
  return Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
