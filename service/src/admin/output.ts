/** Text, tables, JSON. */

import { once } from "node:events";
import { printable, printableJson, printableLines } from "@svc-proof/shared/text";
import { EXIT, type ExitStatus } from "./errors.js";

const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"];

/** A size for people, in powers of ten as the interface counts them. */
export function bytesText(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return power === 0 ? `${bytes} B` : `${(bytes / 1_000 ** power).toFixed(1)} ${UNITS[power]}`;
}

/** A number of things for people: `1 key`, `2 keys`. */
export function counted(count: number, one: string, several: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

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

/** The standard output. A reader that has seen enough, as `head`, ends the program quietly. */
export function openOutput(isJson: boolean): Output {
  const { stdout, stderr } = process;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(0);
  });
  return {
    isJson,
    columns: stdout.isTTY ? stdout.columns : null,
    write: async (text) => {
      if (!stdout.write(text)) await once(stdout, "drain");
    },
    note: (text) => {
      stderr.write(`${text}\n`);
    },
  };
}

/** Where a command prints. */
export interface Output {
  readonly isJson: boolean;
  /** Columns of the terminal; null if the output is not one. */
  readonly columns: number | null;
  /** Resolves when more may be written. */
  write(text: string): Promise<void>;
  /** For people, beside the output. */
  note(text: string): void;
}

/** What is in memory already, as a list is read. */
export async function* rowsOf<Row>(rows: Iterable<Row>): AsyncGenerator<Row> {
  yield* rows;
}

/** A table for people: aligned, as wide as the terminal if possible, printed page by page. */
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

/** What a command has to say: data for scripts, text for people. */
export interface Result {
  /** @returns the exit status. */
  print(output: Output): Promise<ExitStatus>;
}

/** One thing, or the report on a change. */
export function record(data: unknown, text: string, status: ExitStatus = EXIT.done): Result {
  return {
    print: async (output) => {
      await output.write(`${output.isJson ? printableJson(data) : printableLines(text)}\n`);
      return status;
    },
  };
}

export interface Listing<Row> {
  /** Read page by page, so that a long list does not fill the memory. */
  readonly rows: AsyncIterable<Row>;
  readonly columns: readonly Column<Row>[];
  dataOf(row: Row): unknown;
  /** Printed for people instead of an empty table. */
  readonly none: string;
  /** How many rows are printed; if more follow, that is told on the standard error. Default: all. */
  readonly limit?: number;
  /** What to give for the rows after the last one. */
  after?(last: Row): string;
  /** What is known after the last row. */
  end?(): ListEnd;
  /** If given, the JSON is an object with the rows under this name, and the data of the end beside them. */
  readonly name?: string;
}

export interface ListEnd {
  readonly text?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly status?: ExitStatus;
}

/** Many things: a table for people, an array for scripts. */
export function listing<Row>(list: Listing<Row>): Result {
  return {
    print: async (output) => {
      const shown = new Shown(list);
      if (output.isJson) await printJson(output, list, shown);
      else await printTable(output, list.columns, shown.rows());
      const end = list.end?.() ?? {};
      if (output.isJson) {
        if (list.name !== undefined) await output.write(`${restOf(end)}\n`);
      } else {
        if (shown.last === undefined) await output.write(`${list.none}\n`);
        if (end.text !== undefined) await output.write(`${printableLines(end.text)}\n`);
      }
      if (shown.hasMore) {
        const how = list.after === undefined ? "raise --limit" : list.after(shown.last!);
        output.note(`More follow: ${how}`);
      }
      return end.status ?? EXIT.done;
    },
  };
}

/** The rows up to the limit, and whether others follow. */
class Shown<Row> {
  last: Row | undefined;
  hasMore = false;
  readonly #list: Listing<Row>;

  constructor(list: Listing<Row>) {
    this.#list = list;
  }

  async *rows(): AsyncGenerator<Row> {
    let left = this.#list.limit ?? Number.POSITIVE_INFINITY;
    for await (const row of this.#list.rows) {
      if (left === 0) {
        this.hasMore = true;
        return;
      }
      left--;
      this.last = row;
      yield row;
    }
  }
}

async function printJson<Row>(
  output: Output,
  { dataOf, name }: Listing<Row>,
  shown: Shown<Row>,
): Promise<void> {
  await output.write(name === undefined ? "[" : `{${JSON.stringify(name)}:[`);
  let isFirst = true;
  for await (const row of shown.rows()) {
    await output.write(`${isFirst ? "" : ","}\n${printableJson(dataOf(row))}`);
    isFirst = false;
  }
  await output.write(name === undefined ? (isFirst ? "]\n" : "\n]\n") : isFirst ? "]" : "\n]");
}

/** The end of an object whose first member was printed. */
function restOf({ data = {} }: ListEnd): string {
  const rest = printableJson(data).slice(1);
  return rest === "}" ? rest : `,${rest}`;
}

/** A moment for people, in UTC; a dash for none. */
export function timeText(moment: Date | null): string {
  return moment === null ? "-" : `${moment.toISOString().slice(0, 19).replace("T", " ")}Z`;
}

/** A moment for scripts. */
export function timeData(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
