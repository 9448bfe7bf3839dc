/** What a command has to say: data for scripts, text for people. */
import { printableJson, printableLines } from "@svc-proof/shared/text";
import { EXIT, type ExitStatus } from "../exit-status.js";
import type { Output } from "./output.js";
import { type Column, printTable } from "./table.js";

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
