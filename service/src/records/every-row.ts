import type { Changeable, Page, Reads, Store } from "../store/store.js";
import type { Key, Order, Row, TableName } from "../store/tables.js";
import type { EntryPage } from "./types.js";

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

/** The first row of an order whose first columns have these values; null when there is none. */
export async function firstRow<T extends TableName>(
  table: Reads<T>,
  order: Order<T>,
  of: readonly unknown[],
  page: Omit<Page<Row<T>>, "limit"> = {},
): Promise<Row<T> | null> {
  const [row] = await table.page(order, of, { ...page, limit: 1 });
  return row ?? null;
}

/**
 * A page of an account's list, newest first, in the order in which the rows were stored.
 *
 * @param before the row after which the page begins; null for the first page.
 * @throws RangeError when the account has no such row.
 */
export async function newestFirst<T extends "auditEntries" | "sealEntries", Entry>(
  table: Reads<T>,
  account: string,
  limit: number,
  before: string | null,
  entryOf: (row: Row<T>) => Entry,
): Promise<EntryPage<Entry>> {
  const last = before === null ? null : await table.get([account, before] as unknown as Key<T>);
  if (before !== null && last === null) throw new RangeError(`the account ${account} has no entry ${before}`);
  const page = { after: last, limit: limit + 1, isDescending: true };
  const rows = await table.page(["account", "place", "id"] as unknown as Order<T>, [account], page);
  return { entries: rows.slice(0, limit).map(entryOf), more: rows.length > limit };
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
  [table, order, of]: readonly [T, Order<T>, readonly unknown[]],
  rule: (rows: Changeable, portion: readonly Row<T>[]) => Promise<number>,
  limit: number = PORTION,
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
