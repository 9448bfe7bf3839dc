import type { Page } from "../store/store.js";

/** A table whose rows have a place in the list of their account. */
interface Placed<R> {
  get(key: readonly [string, string]): Promise<R | null>;
  page(
    order: readonly ["account", "place", "id"],
    of: readonly string[],
    page: Page<R>,
  ): Promise<readonly R[]>;
}

/**
 * A page of an account's list, newest first, in the order in which the rows were stored.
 *
 * @param before the row after which the page begins; null for the first page.
 * @throws RangeError when the account has no such row.
 */
export async function newestFirst<R extends { readonly id: string; readonly place: string }>(
  table: Placed<R>,
  account: string,
  limit: number,
  before: string | null,
): Promise<{ readonly found: readonly R[]; readonly more: boolean }> {
  const last = before === null ? null : await table.get([account, before]);
  if (before !== null && last === null) throw new RangeError(`the account ${account} has no entry ${before}`);
  const page = { after: last, limit: limit + 1, isDescending: true };
  const rows = await table.page(["account", "place", "id"], [account], page);
  return { found: rows.slice(0, limit), more: rows.length > limit };
}
