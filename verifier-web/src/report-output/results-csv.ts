/**
 * Results as comma-separated values (RFC 4180), one line each, for spreadsheets. The columns are those of `svc-verify --csv`
 * (docs/formats/report.md, "Several reports").
 */

import { fill, type Language } from "@svc-proof/ui/language";
import { csvText } from "@svc-proof/ui/saving";
import type { CodeTexts } from "@svc-proof/ui/texts/result/english";
import { claimTimeText, headlineOf } from "@svc-proof/ui/wording";
import { decidingCheck, headlineFacts, type Report } from "@svc-proof/verifier-lib";
import type { ResultTexts } from "../texts/result/english.js";
import { resultSummary } from "../wording/result-summary.js";

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
  const { outcome, reason, proof } = report;
  const { time, source } = resultSummary(report, texts.result, texts.codes, texts.language);
  const check = decidingCheck(report);
  return {
    ...rowWithout(result),
    outcome,
    reason,
    existed_no_later_than: time,
    source,
    source_kind: headlineFacts(report)?.claim.source.kind ?? null,
    proof_id: proof?.proof_id ?? null,
    code: check === null ? null : `${check.id} ${check.code}`,
    sentence: sentenceOf(report, result.original, texts),
    checked_at: report.checked_at,
  };
}

function rowWithout({ name, state, original, probablyChanged, fingerprint }: CsvResult): Row {
  return {
    file: name,
    outcome: null,
    reason: null,
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
function sentenceOf(report: Report, original: string | null, { result, codes, language }: CsvTexts): string {
  const headline = headlineOf(report, result, codes, language);
  if (!("claim" in headline)) return headline.sentence;
  const { template, claim, merit, caveat } = headline;
  const sentence = fill(template, { file: original ?? "", time: claimTimeText(claim, language) });
  return [sentence, merit, caveat].filter((part) => part !== null).join(" ");
}
