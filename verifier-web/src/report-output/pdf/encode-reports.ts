/**
 * Reports as PDF 1.7. The same reports give the same bytes, where the same browser draws the scripts that the fonts lack and
 * compresses.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { fill } from "../../texts/fill.js";
import { LOCALES } from "../../texts/languages.js";
import { plural } from "../../texts/plural.js";
import { shownNameText } from "../../wording/shown-name.js";
import { fullVersion, reportJson } from "../report-json.js";
import { type Attachment, encodeDocument } from "./file/encode-document.js";
import { isolated } from "./isolated.js";
import { PAGE_SIZE_PT, PageFlow } from "./layout/page-flow.js";
import type { ReportContext, ReportOfItem } from "./report-of-item.js";
import { reportSections } from "./report-sections.js";
import { reportsTable } from "./reports-table.js";
import { SOFT } from "./typeset/color.js";
import type { Typesetting } from "./typeset/set-line.js";

const PRODUCER = "@svc-proof/verifier-web";

/** @param reports at least one; several begin with a table of all. */
export async function encodeReports(
  reports: readonly ReportOfItem[],
  context: ReportContext,
  setting: Typesetting,
): Promise<Uint8Array<ArrayBuffer>> {
  const { build, language, result } = context;
  const [first] = reports;
  if (first === undefined) throw new RangeError(`"reports" expected at least one, got none`);
  const flow = new PageFlow(setting);
  const isJoint = reports.length > 1;
  const title = isJoint
    ? `${result.report.title}: ${plural(result.report.joint.count, reports.length, language)}`
    : result.report.title;
  if (isJoint) joint(flow, title, reports, context);
  else {
    flow.section();
    flow.paragraph(title, TITLE);
    reportSections(flow, { ...first, ...context, headingLevel: 1 });
  }
  verifier(flow, isJoint, context);
  flow.footers(
    (page, pages) => fill(result.report.page, { page, pages }),
    `svc-proof verifier ${fullVersion(build)}`,
  );
  const attachment = jsonOf(reports, context);
  return encodeDocument({
    title,
    language: LOCALES[language],
    producer: `${PRODUCER} ${fullVersion(build)}`,
    createdAt: latest(reports),
    documentId: identifier(title, attachment.bytes),
    pages: flow.pages,
    pageSize: PAGE_SIZE_PT,
    fonts: flow.fonts,
    pictures: flow.pictures,
    structure: flow.structure,
    bookmarks: flow.bookmarks,
    attachment,
  });
}

const TITLE = { sizePt: 10, color: SOFT, spaceAfterPt: 14 } as const;

/** A table of all reports, and each on pages of its own. */
function joint(
  flow: PageFlow,
  title: string,
  reports: readonly ReportOfItem[],
  context: ReportContext,
): void {
  const pageOf: number[] = [];
  flow.section();
  flow.heading(1, title, { face: "serif", sizePt: 20, spaceAfterPt: 14 });
  reportsTable(flow, reports, context, (at) => pageOf[at]!);
  for (const [at, one] of reports.entries()) {
    flow.newPage();
    flow.section();
    pageOf[at] = flow.pageIndex;
    flow.bookmark(shownNameText(one.title));
    flow.paragraph(`${at + 1} / ${reports.length}: ${isolated(one.title)}`, TITLE);
    reportSections(flow, { ...one, ...context, headingLevel: 2 });
  }
}

/** Which verifier made the report. */
function verifier(flow: PageFlow, isJoint: boolean, { build, result }: ReportContext): void {
  flow.keep(110);
  flow.section();
  flow.space(12);
  flow.heading(2, result.report.verifier, { face: "serif", sizePt: 13, spaceAfterPt: 6 });
  flow.paragraph(`@svc-proof/verifier-web ${build.version}`);
  if (build.hash !== null) flow.row(result.report.build, build.hash, { face: "mono", sizePt: 8 });
  flow.paragraph(isJoint ? result.report.joint.attached : result.report.attached, { color: SOFT });
}

/** One report as the page saves it, or a list of them. */
function jsonOf(reports: readonly ReportOfItem[], { build, result }: ReportContext): Attachment {
  const texts = reports.map(({ report }) => reportJson(report, build));
  const [only] = texts;
  const isOne = texts.length === 1;
  return {
    name: isOne ? "report.json" : "reports.json",
    bytes: new TextEncoder().encode(
      isOne ? only! : `[\n${texts.map((text) => text.trimEnd()).join(",\n")}\n]\n`,
    ),
    mimeType: "application/json",
    description: result.report.title,
  };
}

function latest(reports: readonly ReportOfItem[]): Date {
  return new Date(Math.max(...reports.map(({ report }) => Date.parse(report.checked_at))));
}

/** 32 hexadecimal digits from what the document says. */
function identifier(title: string, json: Uint8Array): string {
  const text = new TextEncoder().encode(title);
  const hash = sha256.create().update(text).update(json).digest();
  return Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
