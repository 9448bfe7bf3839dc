/** Rows as comma-separated values (RFC 4180), in UTF-8, with CRLF and a line of titles. */

import { spreadsheetText } from "@svc-proof/shared/text";
import { shownPath } from "../../node/files.js";
import { type FileLine, sentenceOf } from "./file-line.js";
import type { Row } from "./row.js";

const COLUMNS: readonly (readonly [title: string, of: (row: Row) => string | null])[] = [
  ["file", ({ file }) => file],
  ["outcome", ({ outcome }) => outcome],
  ["reason", ({ reason }) => reason],
  ["existed_no_later_than", ({ time }) => time],
  ["source", ({ source }) => source],
  ["source_kind", ({ sourceKind }) => sourceKind],
  ["original", ({ original }) => original],
  ["probably_changed", ({ probablyChanged }) => probablyChanged.join("; ")],
  ["fingerprint", ({ fingerprint }) => fingerprint],
  ["proof_id", ({ proofId }) => proofId],
  ["code", ({ code }) => code],
  ["sentence", ({ sentence }) => sentence],
  ["checked_at", ({ checkedAt }) => checkedAt],
  ["evidence_beside", ({ beside }) => beside.join("; ")],
];

export const CSV_TITLES: string = csvLine(COLUMNS.map(([title]) => title));

export function csvRow(row: Row): string {
  return csvLine(COLUMNS.map(([, of]) => of(row)));
}

/** A file that has no row: its status stands where others have their outcome. */
export function csvOfLine(line: FileLine): string {
  const fields: Readonly<Record<string, string>> = {
    file: shownPath(line.path),
    outcome: line.status,
    sentence: sentenceOf(line),
  };
  return csvLine(COLUMNS.map(([title]) => fields[title] ?? null));
}

function csvLine(fields: readonly (string | null)[]): string {
  return `${fields.map((field) => csvField(field ?? "")).join(",")}\r\n`;
}

/** Names come from whoever made the files. */
function csvField(text: string): string {
  const shown = spreadsheetText(text);
  return /[",\r\n;]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
