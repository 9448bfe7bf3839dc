/** Whether an account stands. What changes the keys, the people or the orders of an account touches the account. */
import type { Changeable, Readable } from "../store/store.js";
import type { Row } from "../store/tables.js";

/** There is no such account or person, or it is deleted: perhaps while a request of it was on its way. */
export class NoAccountError extends RangeError {
  override readonly name = "NoAccountError";

  constructor(id: string, kind: "account" | "person" = "account") {
    super(`there is no ${kind} ${id}`);
  }
}

/** @throws NoAccountError */
export async function standingAccount(rows: Readable, id: string): Promise<Row<"accounts">> {
  const row = await rows.accounts.get([id]);
  if (row === null || row.deletedAt !== null) throw new NoAccountError(id);
  return row;
}

/**
 * For a change of the account's keys, people or orders: it excludes every other one, and the deletion.
 *
 * @throws NoAccountError
 */
export async function touchAccount(rows: Changeable, id: string): Promise<void> {
  await standingAccount(rows, id);
  await rows.accounts.touch([id]);
}
