import type { Reads } from "../tables/store.js";
import type { Order, Row, TableName } from "../tables/tables.js";

/** Bounds one question. */
const PAGE = 1_000;

/** All rows of an order whose first columns have these values, in pages. */
export async function everyRow<T extends TableName>(
  table: Reads<T>,
  order: Order<T>,
  of: readonly unknown[],
): Promise<readonly Row<T>[]> {
  const all: Row<T>[] = [];
  const rest = (order as readonly (keyof Row<T>)[]).slice(of.length);
  for (let after: readonly unknown[] | null = null; ; ) {
    const page: readonly Row<T>[] = await table.page(order, of, { after, limit: PAGE });
    all.push(...page);
    if (page.length < PAGE) return all;
    const last = page.at(-1)!;
    after = rest.map((column) => last[column]);
  }
}
