/** Files that a page saves. */
import { spreadsheetText } from "@svc-proof/shared/text";

// Comma-separated values (RFC 4180) for spreadsheets.

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

/** Time for the browser to start the download before its data is released. */
const KEPT_MS = 60_000;

/** Downloads a file. */
export function saveFile(content: Uint8Array<ArrayBuffer> | string | Blob, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
