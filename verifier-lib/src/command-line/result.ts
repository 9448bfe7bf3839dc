/** What a command has to say: JSON for programs, text or a table for people. */

import { once } from "node:events";
import { printableJson, printableLines } from "@svc-proof/shared/text";
import { EXIT, type ExitStatus } from "./output.js";
import { type Column, printTable } from "./table.js";

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

/** Standard output for results, and standard error for notes. */
export function openOutput(isJson: boolean): Output {
  const { stdout, stderr } = process;
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

/** What is in memory already, as a list is read. */
export async function* rowsOf<Row>(rows: Iterable<Row>): AsyncGenerator<Row> {
  yield* rows;
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

/** A list as it is read. */
export interface Listing<Row> {
  /** Read page by page, so that a long list does not fill the memory. */
  readonly rows: AsyncIterable<Row>;
  readonly columns: readonly Column<Row>[];
  /** A row for scripts, which becomes JSON. */
  dataOf(row: Row): unknown;
  /** Printed for people instead of an empty table. */
  readonly none: string;
  /** How many rows are printed; if more follow, a note says so. Default and null: all. */
  readonly limit?: number | null;
  /** What to give for the rows after the last one. */
  after?(last: Row): string;
  /** What is known after the last row. */
  end?(): ListEnd;
  /** If given, the JSON is an object with the rows under this name, and the data of the end beside them. */
  readonly name?: string;
}

/** What is known after the last row: for people, for scripts, and of the exit status. */
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
      else await printTable(list.columns, shown.rows(), output.columns, output.write);
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
