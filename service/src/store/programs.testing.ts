/** Random programs over a few tables, whose answers on an engine are compared with the model's. */
import fc from "fast-check";
import type { AnyTables } from "./model.testing.js";
import type { Changeable } from "./store.js";
import { TABLES, type TableName, type TableRule } from "./tables.js";

export type Step =
  | { readonly do: "insert"; readonly table: TableName; readonly row: Record<string, unknown> }
  | {
      readonly do: "update";
      readonly table: TableName;
      readonly key: readonly unknown[];
      readonly expected: Record<string, unknown>;
      readonly change: Record<string, unknown>;
    }
  | { readonly do: "get" | "touch" | "remove"; readonly table: TableName; readonly key: readonly unknown[] }
  | {
      readonly do: "count";
      readonly table: TableName;
      readonly key: readonly unknown[];
      readonly column: string;
      readonly by: number;
      readonly bounds: { readonly min?: number; readonly max?: number };
    }
  | {
      readonly do: "page";
      readonly table: TableName;
      readonly order: readonly string[];
      readonly of: readonly unknown[];
      readonly after: readonly unknown[] | null;
      readonly limit: number;
      readonly isDescending: boolean;
    }
  | { readonly do: "fail" };

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const hash = (n: number) => String(n).padStart(64, "0");
const time = (n: number) => new Date(Date.UTC(2026, 0, n));

/** Few values of each type, so that programs meet. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  uuid: [uuid(1), uuid(2), uuid(3)],
  ref: [uuid(1), uuid(2), uuid(3)],
  hash: [hash(1), hash(2), hash(3)],
  text: ["a", "b", ""],
  int: [0, 1, 2, 3_000_000_000],
  time: [time(1), time(2), time(3)],
  flag: [true, false],
  bytes: [new Uint8Array([1]), new Uint8Array()],
  json: [{ "a.b": "$c" }, [1, null]],
};

const cell = (type: string): fc.Arbitrary<unknown> => {
  const values = fc.constantFrom(...VALUES[type.replace("?", "")]!);
  return type.endsWith("?") ? fc.option(values, { freq: 2 }) : values;
};

function rowOf(table: TableName): fc.Arbitrary<Record<string, unknown>> {
  const columns = Object.entries(TABLES[table].columns as Readonly<Record<string, string>>);
  return fc.record(Object.fromEntries(columns.map(([name, type]) => [name, cell(type)])));
}

function stepOf(table: TableName): fc.Arbitrary<Step> {
  const rule: TableRule = TABLES[table];
  const others = Object.keys(rule.columns).filter((column) => !rule.key.includes(column));
  const key = fc.tuple(...rule.key.map((column) => cell(rule.columns[column]!)));
  const some = (columns: readonly string[]) =>
    fc.record(Object.fromEntries(columns.map((column) => [column, cell(rule.columns[column]!)])), {
      requiredKeys: [],
    });
  const lookups = rule.lookup ?? [];
  const orders = [rule.key, ...(rule.index ?? []), ...(rule.unique ?? []), ...lookups];
  const givenOf = (order: readonly string[]) => {
    const refs = order.findLastIndex((column) => rule.columns[column]!.startsWith("ref")) + 1;
    const all = order.length;
    return lookups.includes(order)
      ? fc.constant(all)
      : fc.integer({ min: refs, max: Math.max(refs, all - 1) });
  };
  const page = fc.constantFrom(...orders).chain((order) =>
    givenOf(order).chain((given) => {
      const present = (column: string) => cell(rule.columns[column]!.replace("?", ""));
      const others = lookups.includes(order) ? rule.key.filter((column) => !order.includes(column)) : [];
      const rest = [...order.slice(given), ...others];
      const after = fc
        .integer({ min: 1, max: Math.max(1, rest.length) })
        .chain((length) => fc.tuple(...rest.slice(0, length).map(present)));
      return fc.record({
        do: fc.constant("page" as const),
        table: fc.constant(table),
        order: fc.constant(order),
        of: fc.tuple(...order.slice(0, given).map((column) => cell(rule.columns[column]!))),
        after: rest.length === 0 ? fc.constant(null) : fc.option(after),
        limit: fc.integer({ min: 1, max: 4 }),
        isDescending: fc.boolean(),
      });
    }),
  );
  const counters = others.filter((column) => rule.columns[column] === "int");
  const steps: fc.Arbitrary<Step>[] = [
    rowOf(table).map((row) => ({ do: "insert", table, row })),
    fc.tuple(key, some(others), some(others)).map(([key, expected, change]) => ({
      ...{ do: "update" as const, table, key, change },
      // Half of the updates expect nothing.
      expected: Object.keys(expected).length > 1 ? {} : expected,
    })),
    fc
      .tuple(fc.constantFrom("get" as const, "get" as const, "touch" as const, "remove" as const), key)
      .map(([name, key]) => ({ do: name, table, key })),
    page,
  ];
  if (counters.length > 0) {
    const count = fc.record({
      do: fc.constant("count" as const),
      table: fc.constant(table),
      key,
      column: fc.constantFrom(...counters),
      by: fc.constantFrom(1, 2, -1),
      bounds: fc.constantFrom({}, { min: 0 }, { max: 2 }, { min: 0, max: 3 }),
    });
    steps.push(count);
    if (others.length === counters.length) steps.push(count, count);
  }
  return fc.oneof(...steps);
}

/** Together they have one key and several, each type, unique indexes with nulls, orders with nulls, look-ups, and counters. */
const USED: readonly TableName[] = [
  "leases",
  "orders",
  "sealEntries",
  "sealBalances",
  "days",
  "stamps",
  "garbage",
  "headers",
  "apiKeys",
];

/** The steps of one rule. */
export const program: fc.Arbitrary<readonly Step[]> = fc
  .subarray([...USED], { minLength: 1, maxLength: 2 })
  .chain((tables) =>
    fc.array(
      fc.oneof(
        { weight: 30, arbitrary: fc.oneof(...tables.map(stepOf)) },
        { weight: 1, arbitrary: fc.constant<Step>({ do: "fail" }) },
      ),
      { minLength: 1, maxLength: 7 },
    ),
  )
  .map(withoutLateDuplicates);

/**
 * A row that is inserted and removed by one rule leaves no trace, so that an engine which finds duplicates at the commit
 * would not find its own. The port lets it.
 */
function withoutLateDuplicates(steps: readonly Step[]): readonly Step[] {
  const inserted = new Set<TableName>();
  return steps.filter((step) => {
    if (step.do === "insert" && "unique" in TABLES[step.table]) inserted.add(step.table);
    const hidesOne = step.do === "remove" || step.do === "update";
    return !(hidesOne && inserted.has(step.table));
  });
}

export class FailStep extends RangeError {}

/** Runs a program as a rule. Its answer holds those of all steps, as text. */
export async function runProgram(steps: readonly Step[], changeable: Changeable): Promise<string> {
  const rows = changeable as unknown as AnyTables;
  const answers: unknown[] = [];
  for (const step of steps) {
    switch (step.do) {
      case "fail":
        throw new FailStep("the rule fails");
      case "insert":
        await rows[step.table].insert(step.row);
        break;
      case "update":
        answers.push(await rows[step.table].update(step.key, step.expected, step.change));
        break;
      case "count":
        answers.push(await rows[step.table].count(step.key, step.column, step.by, step.bounds));
        break;
      case "page":
        answers.push(await rows[step.table].page(step.order, step.of, step));
        break;
      case "remove":
        await rows[step.table].remove(step.key);
        break;
      default:
        answers.push(await rows[step.table][step.do](step.key));
    }
  }
  return told(answers);
}

/** All that is stored in the tables of the programs. */
export async function everything(changeable: Changeable): Promise<string> {
  const rows = changeable as unknown as AnyTables;
  const all: unknown[] = [];
  for (const table of USED) {
    const rule: TableRule = TABLES[table];
    const isByRef = rule.columns[rule.key[0]!] === "ref";
    for (const of of isByRef ? VALUES["ref"]!.map((value) => [value]) : [[]])
      all.push(await rows[table].page(rule.key, of, { limit: 1_000 }));
  }
  return told(all);
}

/** Sorted by name, because engines make rows in orders of their own. */
function told(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => {
    if (one instanceof Uint8Array) return Buffer.from(one).toString("hex");
    const isObject = typeof one === "object" && one !== null && !Array.isArray(one);
    return isObject ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one;
  });
}

/** What came of a rule: its answer, or that it failed. */
export const outcomeOf = (run: Promise<string>): Promise<string> =>
  run.catch((error: Error) => {
    if (error instanceof FailStep || error.name === "DuplicateError") return "failed";
    throw error;
  });
