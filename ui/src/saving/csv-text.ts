/** Comma-separated values (RFC 4180) for spreadsheets. */
import { spreadsheetText } from "@svc-proof/shared/text";

/** Spreadsheets take a file without it for one in their own legacy encoding. */
const BYTE_ORDER_MARK = "\ufeff";

/** @param rows the first one names the columns. Cells may be hostile: none is read as a formula. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${rows.map((cells) => `${cells.map(cell).join(",")}\r\n`).join("")}`;
}

function cell(text: string): string {
  const shown = spreadsheetText(text);
  return /[",;']|^\s|\s$/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
