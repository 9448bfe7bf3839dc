import type { Changeable, Reads, Store } from "../store/store.js";
import type { Order, Row, TableName } from "../store/tables.js";

/** Bounds one question. */
const PAGE = 1_000;

/** Rows that one change writes: some milliseconds. */
export const PORTION = 500;

/** All rows of an order whose first columns have these values, in pages. */
export async function everyRow<T extends TableName>(
  table: Reads<T>,
  order: Order<T>,
  of: readonly unknown[],
): Promise<readonly Row<T>[]> {
  const all: Row<T>[] = [];
  for (let after: Row<T> | null = null; ; ) {
    const page: readonly Row<T>[] = await table.page(order, of, { after, limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) return all;
    after = page.at(-1)!;
  }
}

/**
 * A page of the rows whose time has come, longest first.
 *
 * @param order by that time, after the columns that have the values `of`.
 */
export async function dueRows<T extends TableName>(
  table: Reads<T>,
  order: Order<T>,
  of: readonly unknown[],
  now: Date,
  limit: number,
): Promise<readonly Row<T>[]> {
  const next = await table.page(order, of, { limit });
  const time = (order as readonly string[])[of.length] as keyof Row<T>;
  return next.filter((row) => (row[time] as Date) <= now);
}

/**
 * Changes the rows of an order whose first columns have these values, each portion in a change of its own: one change of
 * a million rows would hold up all others.
 *
 * @param rule returns how many rows it changed; may be repeated after a crash.
 * @returns their sum.
 */
export async function eachPortion<T extends TableName>(
  store: Store,
  name: string,
  { table, order, of, limit = PORTION }: PortionsOf<T>,
  rule: (rows: Changeable, portion: readonly Row<T>[]) => Promise<number>,
): Promise<number> {
  let changed = 0;
  for (let after: Row<T> | null = null; ; ) {
    const from: Row<T> | null = after;
    const done = await store.change(name, async (rows) => {
      const portion = await (rows[table] as Reads<T>).page(order, of, { after: from, limit });
      return { portion, changed: await rule(rows, portion) };
    });
    changed += done.changed;
    if (done.portion.length < limit) return changed;
    after = done.portion.at(-1)!;
  }
}

interface PortionsOf<T extends TableName> {
  readonly table: T;
  readonly order: Order<T>;
  readonly of: readonly unknown[];
  readonly limit?: number | undefined;
}
