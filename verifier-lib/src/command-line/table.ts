/** Tables and facts for people: aligned by what a terminal shows. */

import { printable } from "@svc-proof/shared/text";

/** Facts about one thing for people: a line each, aligned. */
export type Fact = readonly [label: string, value: string | number | null];

/** Facts that are null are left out. */
export function details(facts: readonly Fact[]): string {
  const known = facts.filter(([, value]) => value !== null);
  const width = Math.max(0, ...known.map(([label]) => label.length));
  return known.map(([label, value]) => `${label.padEnd(width)}  ${printable(String(value))}`).join("\n");
}

// How wide a terminal shows a text. It counts what people see as characters, East Asian and emoji as two columns.

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Unicode Standard Annex 11: scripts and forms whose characters are wide. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})/u;

const CUT = "…";

/** Columns that a terminal needs for the text. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of SEGMENTER.segment(text)) width += widthOf(segment);
  return width;
}

/** The text if it is at most so wide, otherwise its beginning with an ellipsis. */
export function fitted(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = "";
  let used = 1;
  for (const { segment } of SEGMENTER.segment(text)) {
    used += widthOf(segment);
    if (used > width) break;
    kept += segment;
  }
  return kept + CUT;
}

function widthOf(segment: string): number {
  return WIDE.test(segment) ? 2 : 1;
}

/** A column of a table: its title, and what it shows of each row. */
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

/**
 * Prints a table page by page, aligned, and no wider than the terminal if possible.
 *
 * @param available columns of the terminal; null if the output is not one.
 * @param write resolves when more may be written.
 */
export async function printTable<Row>(
  columns: readonly Column<Row>[],
  rows: AsyncIterable<Row>,
  available: number | null,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const pages = new Pages(columns, available);
  let page: Row[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < PAGE_ROWS) continue;
    await write(pages.next(page));
    page = [];
  }
  if (page.length > 0) await write(pages.next(page));
}

/** A table in memory, without a line feed at its end. */
export function tableText<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return new Pages(columns, null).next(rows).trimEnd();
}

/** The pages of one table: the first has the titles, and no column becomes narrower than it was. */
class Pages<Row> {
  readonly #columns: readonly Column<Row>[];
  readonly #available: number | null;
  #widths: readonly number[];
  #isFirst = true;

  constructor(columns: readonly Column<Row>[], available: number | null) {
    this.#columns = columns;
    this.#available = available;
    this.#widths = columns.map(({ title }) => title.length);
  }

  next(rows: readonly Row[]): string {
    const cells = rows.map((row) => this.#columns.map(({ cell }) => printable(cell(row) ?? "-")));
    this.#widths = this.#widths.map((width, at) =>
      Math.max(width, ...cells.map((line) => displayWidth(line[at]!))),
    );
    const shown = shownWidths(this.#columns, this.#widths, this.#available);
    const head = this.#isFirst ? [this.#columns.map(({ title }) => title)] : [];
    this.#isFirst = false;
    return [...head, ...cells].map((line) => `${lineOf(this.#columns, shown, line)}\n`).join("");
  }
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
