/** Saves a report on all items. Loaded on demand. */

import { decidingCheck, headlineFacts, type Report } from "@svc-proof/verifier-lib";
import { fill, type Language } from "@svc-proof/verifier-web/ui/language";
import { csvText, saveFile } from "@svc-proof/verifier-web/ui/saving";
import type { CodeTexts } from "@svc-proof/verifier-web/ui/texts/result/english";
import { claimTimeText, headlineOf } from "@svc-proof/verifier-web/ui/wording";
import type { BuildIdentity, Item } from "../model.js";
import type { ItemWithoutReport, ReportContext, ReportOfItem } from "../report-output/pdf/report-sections.js";
import { reportsJson, resultSummary } from "../report-output/report.js";
import type { PageTexts } from "../texts/page/english.js";
import type { ResultTexts } from "../texts/result/english.js";
import { commandLine } from "../wording/repeat-steps.js";
import { itemState } from "./list.js";

/** Of a joint report, without its ending. */
const FILE_NAME = "verification-report";

export async function saveListPdf(items: readonly Item[], context: ReportContext): Promise<void> {
  const { encodeReportPdf } = await import("../report-output/pdf/encode-report-pdf.js");
  const bytes = await encodeReportPdf(
    items.map((item) => entryOf(item, context)),
    context,
  );
  saveFile(bytes, `${FILE_NAME}.pdf`, "application/pdf");
}

/** Only of items that were verified: the others have no report. */
export function saveListJson(items: readonly Item[], build: BuildIdentity): void {
  const reports = items.flatMap(({ report }) => report ?? []);
  saveFile(reportsJson(reports, build), `${FILE_NAME}.json`, "application/json");
}

export function saveListCsv(items: readonly Item[], texts: CsvTexts & { readonly page: PageTexts }): void {
  const results = items.map((item) => ({
    name: item.title,
    report: item.report,
    state: stateOf(item, texts),
    original: item.report === null ? null : originalOf(item.files, item.report),
    probablyChanged: item.probablyChanged.map(({ name }) => name),
    fingerprint: item.fingerprint,
  }));
  saveFile(resultsCsv(results, texts), `${FILE_NAME}.csv`, "text/csv;charset=utf-8");
}

/** Why an item has no report. */
function stateOf(
  { problem, looksLike, ...item }: Item,
  { page, codes }: CsvTexts & { readonly page: PageTexts },
): CsvResult["state"] {
  if (problem === null && looksLike !== null) {
    return { code: "not_recognised", sentence: codes.looksLike[looksLike] };
  }
  return { code: problem?.code ?? "no_proof", sentence: itemState({ problem, looksLike, ...item }, page) };
}

function entryOf(item: Item, { page, codes }: ReportContext): ReportOfItem | ItemWithoutReport {
  const { title, report, files, asked, onlineOffer, wanted, looksLike, sandboxRoot } = item;
  if (report === null) {
    const state = wanted === null ? itemState(item, page) : page.wanted[wanted];
    return { title, report, remark: looksLike === null ? state : codes.looksLike[looksLike] };
  }
  const endpointOf = (chain: number) =>
    onlineOffer.find(({ chainId }) => chainId === chain)?.endpoints[0] ?? null;
  const command = commandLine({ report, files, asked, trustsSandbox: sandboxRoot === "trusted" });
  return { title, report, files, endpointOf, command };
}

/** Given as a file, or inside the package. */
function originalOf(files: Item["files"], { inputs }: Report): string | null {
  const given = files.find(({ role }) => role === "original")?.name;
  const inside = inputs.find(({ kind, origin }) => kind === "original" && origin === "package")?.name;
  return given ?? inside?.replace(/^original\//, "") ?? null;
}

// Results as comma-separated values (RFC 4180), one line each, for spreadsheets. The columns are those of `svc-verify --csv`
// (docs/formats/report.md, "Several reports").

export interface CsvResult {
  /** Usually a file name: hostile text. */
  readonly name: string;
  /** Null if there is none. */
  readonly report: Report | null;
  /** Why there is no report: a code, and words for it. */
  readonly state: { readonly code: string; readonly sentence: string };
  /** Name of the original; null without one. Hostile text. */
  readonly original: string | null;
  /** Names of files that are probably changed versions of the original. Hostile text. */
  readonly probablyChanged: readonly string[];
  readonly fingerprint: { readonly algorithm: string; readonly hash: string } | null;
}

export interface CsvTexts {
  readonly result: ResultTexts;
  readonly codes: CodeTexts;
  readonly language: Language;
}

/** Stable names: software reads them. */
const COLUMNS = [
  "file",
  "outcome",
  "reason",
  "verdict",
  "existed_no_later_than",
  "source",
  "source_kind",
  "original",
  "probably_changed",
  "fingerprint",
  "proof_id",
  "code",
  "sentence",
  "checked_at",
] as const;

type Row = Readonly<Record<(typeof COLUMNS)[number], string | null>>;

/** `source` and `sentence` are in the language of the texts; codes, times and titles are the same in all. */
export function resultsCsv(results: readonly CsvResult[], texts: CsvTexts): string {
  const rows = results.map((one) => (one.report === null ? rowWithout(one) : rowOf(one, one.report, texts)));
  return csvText([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column] ?? ""))]);
}

function rowOf(result: CsvResult, report: Report, texts: CsvTexts): Row {
  const { outcome, reason, verdict, proof } = report;
  const { time, source } = resultSummary(report, texts.result, texts.codes, texts.language);
  const check = decidingCheck(report);
  return {
    ...rowWithout(result),
    outcome,
    reason,
    verdict,
    existed_no_later_than: time,
    source,
    source_kind: headlineFacts(report)?.claim.source.kind ?? null,
    proof_id: proof?.proof_id ?? null,
    code: check === null ? null : `${check.id} ${check.code}`,
    sentence: sentenceOf(report, texts),
    checked_at: report.checked_at,
  };
}

function rowWithout({ name, state, original, probablyChanged, fingerprint }: CsvResult): Row {
  return {
    file: name,
    outcome: null,
    reason: null,
    verdict: null,
    existed_no_later_than: null,
    source: null,
    source_kind: null,
    original,
    probably_changed: probablyChanged.join("; "),
    fingerprint: fingerprint === null ? null : `${fingerprint.algorithm} ${fingerprint.hash}`,
    proof_id: null,
    code: state.code,
    sentence: state.sentence,
    checked_at: null,
  };
}

/** With what speaks for the claim and what limits it: people quote one cell without the others. */
function sentenceOf(report: Report, { result, codes, language }: CsvTexts): string {
  const headline = headlineOf(report, result, codes, language);
  if (!("claim" in headline)) return headline.sentence;
  const { template, claim, merit, caveat } = headline;
  const sentence = fill(template, { time: claimTimeText(claim, language) });
  return [sentence, merit, caveat].filter((part) => part !== null).join(" ");
}
