/** A table for people: aligned, as wide as the terminal if possible, printed page by page. */
import { printable } from "@svc-proof/shared/text";
import { displayWidth, fitted } from "./display-width.js";
import type { Output } from "./output.js";
import { rowsOf } from "./rows-of.js";

export interface Column<Row> {
  readonly title: string;
  /** Null is shown as a dash. */
  cell(row: Row): string | null;
  readonly align?: "right";
  /** Texts of people are cut to this width. Identifiers have none: cut, they would be useless. */
  readonly maxWidth?: number;
}

/** Rows that are measured and printed together. Wider cells of later rows widen the columns from there on. */
const PAGE_ROWS = 200;

/** A column of texts is not made narrower than this to fit the terminal. */
const MIN_WIDTH = 8;

const GAP = "  ";

export async function printTable<Row>(
  output: Output,
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
): Promise<void> {
  let widths = columns.map(({ title }) => title.length);
  let isFirst = true;
  let page: string[][] = [];
  const print = async () => {
    if (page.length === 0) return;
    widths = widths.map((width, at) => Math.max(width, ...page.map((cells) => displayWidth(cells[at]!))));
    const shown = shownWidths(columns, widths, output.columns);
    const head = isFirst ? [columns.map(({ title }) => title)] : [];
    const lines = [...head, ...page].map((cells) => lineOf(columns, shown, cells));
    await output.write(`${lines.join("\n")}\n`);
    isFirst = false;
    page = [];
  };
  for await (const row of rows) {
    page.push(columns.map(({ cell }) => printable(cell(row) ?? "-")));
    if (page.length === PAGE_ROWS) await print();
  }
  await print();
}

/** A table in memory, for a part of a report. */
export async function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Promise<string> {
  const parts: string[] = [];
  const output: Output = {
    isJson: false,
    columns: null,
    write: async (text) => {
      parts.push(text);
    },
    note: () => {},
  };
  await printTable(output, columns, rowsOf(rows));
  return parts.join("").trimEnd();
}

function shownWidths(
  columns: readonly Column<never>[],
  widths: readonly number[],
  available: number | null,
): readonly number[] {
  const shown = widths.map((width, at) => Math.min(width, columns[at]!.maxWidth ?? width));
  if (available === null) return shown;
  const excess = () => shown.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - available;
  while (excess() > 0) {
    const narrowable = shown
      .map((width, at) => ({ width, at }))
      .filter(({ width, at }) => columns[at]!.maxWidth !== undefined && width > MIN_WIDTH)
      .sort((one, other) => other.width - one.width)[0];
    if (narrowable === undefined) break;
    shown[narrowable.at]!--;
  }
  return shown;
}

function lineOf(
  columns: readonly Column<never>[],
  widths: readonly number[],
  cells: readonly string[],
): string {
  return cells
    .map((cell, at) => {
      const { align, maxWidth } = columns[at]!;
      const text = maxWidth === undefined ? cell : fitted(cell, widths[at]!);
      const space = " ".repeat(Math.max(0, widths[at]! - displayWidth(text)));
      return align === "right" ? space + text : text + space;
    })
    .join(GAP)
    .trimEnd();
}
