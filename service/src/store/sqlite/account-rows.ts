/** How accounts are read and written in SQLite. A deleted account keeps its row, because proofs refer to it. */
import type { AccountRecord, PlanId, SealGrant } from "../store.js";
import { hexToUuid, ownUuidToBytes, uuidToBytes } from "../uuid-bytes.js";
import type { Connection } from "./connection.js";
import { enter } from "./seal-ledger.js";

export interface AccountRow {
  readonly account_id: string;
  readonly account_plan: PlanId;
  readonly account_created_at: number;
  readonly account_label: string | null;
  readonly account_display_name: string | null;
  readonly account_shows_display_name: number;
  readonly account_disabled_at: number | null;
}

/** Columns of `AccountRow`, of the table `accounts a`. */
export const ACCOUNT_COLUMNS = `
  lower(hex(a.id)) AS account_id, a.plan AS account_plan, a.created_at AS account_created_at,
  a.label AS account_label, a.display_name AS account_display_name,
  a.shows_display_name AS account_shows_display_name, a.disabled_at AS account_disabled_at`;

export function accountOf(row: AccountRow): AccountRecord {
  return {
    id: hexToUuid(row.account_id),
    plan: row.account_plan,
    createdAt: new Date(row.account_created_at),
    label: row.account_label,
    displayName: row.account_display_name,
    showsDisplayName: row.account_shows_display_name === 1,
    disabledAt: row.account_disabled_at === null ? null : new Date(row.account_disabled_at),
  };
}

/**
 * Creates an account with its welcome seals, if any.
 *
 * @throws RangeError when the seals are another account's.
 */
export function insertAccount(sql: Connection, account: AccountRecord, welcome: SealGrant | null): void {
  if (welcome !== null && welcome.accountId !== account.id) {
    throw new RangeError(`the welcome seals are not those of the account ${account.id}`);
  }
  sql.run(
    `INSERT INTO accounts (id, plan, created_at, label, display_name, shows_display_name, disabled_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ownUuidToBytes(account.id),
    account.plan,
    account.createdAt.getTime(),
    account.label,
    account.displayName,
    account.showsDisplayName ? 1 : 0,
    account.disabledAt?.getTime() ?? null,
  );
  if (welcome === null) return;
  enter(sql, { ...welcome, account: accountSeq(sql, account.id), proof: null, refundOf: null });
}

/** The small integer of an account's row, also of a deleted account; undefined if there was never such an account. */
export function findAccountSeq(sql: Connection, id: string): number | undefined {
  return sql.get<{ seq: number }>("SELECT seq FROM accounts WHERE id = ?", uuidToBytes(id))?.seq;
}

/**
 * The small integer of an account's row.
 *
 * @throws RangeError when there is no such account, or it is deleted.
 */
export function accountSeq(sql: Connection, id: string): number {
  const row = sql.get<{ seq: number }>(
    "SELECT seq FROM accounts WHERE id = ? AND deleted_at IS NULL",
    ownUuidToBytes(id),
  );
  if (row === undefined) throw new RangeError(`there is no account ${id}`);
  return row.seq;
}
