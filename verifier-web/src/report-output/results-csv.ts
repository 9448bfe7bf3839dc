/** Results as comma-separated values (RFC 4180), one line each, for spreadsheets. */
import { printable } from "@svc-proof/shared/text";
import type { Report } from "@svc-proof/verifier-lib";
import type { ProblemCode } from "../model/item.js";
import type { CodeTexts } from "../texts/codes/code-texts.js";
import type { Language } from "../texts/languages.js";
import type { ResultTexts } from "../texts/result/result-texts.js";
import { resultSummary } from "../wording/result-summary.js";

export interface CsvResult {
  /** Usually a file name: hostile text. */
  readonly name: string;
  /** Null if there is none: `problem` may say why. */
  readonly report: Report | null;
  readonly problem: ProblemCode | null;
  /** Name of the given original; null without one. Hostile text. */
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
  "no_later_than",
  "source",
  "remark",
  "fingerprint_algorithm",
  "fingerprint",
  "proof_id",
  "original",
  "probably_changed",
  "checked_at",
] as const;

/** Spreadsheets take a file without it for one in their own legacy encoding. */
const BYTE_ORDER_MARK = "\ufeff";

/** `source` and `remark` are in the language of the texts; codes, times and columns are the same in all. */
export function resultsCsv(results: readonly CsvResult[], texts: CsvTexts): string {
  const lines = [COLUMNS, ...results.map((one) => rowOf(one, texts))];
  return `${BYTE_ORDER_MARK}${lines.map((cells) => `${cells.map(cell).join(",")}\r\n`).join("")}`;
}

function rowOf(
  { name, report, problem, original, probablyChanged, fingerprint }: CsvResult,
  { result, codes, language }: CsvTexts,
): readonly string[] {
  const summary = report === null ? null : resultSummary(report, result, codes, language);
  return [
    name,
    report?.outcome ?? (problem === null ? "no_proof" : "unreadable"),
    report?.reason ?? problem ?? "",
    summary?.time ?? "",
    summary?.source ?? "",
    summary?.remark ?? "",
    fingerprint?.algorithm ?? "",
    fingerprint?.hash ?? "",
    report?.proof?.proof_id ?? "",
    original ?? "",
    probablyChanged.join("; "),
    report?.checked_at ?? "",
  ];
}

/** What a spreadsheet takes for the start of a formula, also after blanks. */
const FORMULA = /^\s*[=+\-@\uff0b\uff0d\uff1d\uff20]/;

/**
 * A cell that a spreadsheet shows as text: names are hostile, and a formula could send the table away or run a program. The
 * apostrophe is what spreadsheets themselves put before such a text.
 */
function cell(text: string): string {
  const shown = printable(text);
  const plain = FORMULA.test(shown) ? `'${shown}` : shown;
  return /[",;']|^\s|\s$/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
