/**
 * Deletes accounts in SQLite. The first write ends all access to the account. What names people in its proofs and its
 * audit trail is then erased in portions, because one write of a million rows would hold up all others for seconds. A
 * later call goes on where a crash has stopped it.
 */
import type { AuditEntry } from "../audit-store.js";
import { ERASED_NAME } from "../erased-name.js";
import { ownUuidToBytes, uuidToBytes } from "../uuid-bytes.js";
import { enterAudit, eraseEntries } from "./audit-trail.js";
import type { Connection } from "./connection.js";
import { makeGarbageOf } from "./custody-garbage.js";
import type { SqliteAccess } from "./sqlite-access.js";

/** Rows that one write erases: some milliseconds. */
const PORTION = 500;

/** A closed account, by the integer of its row, and of the audit entry that stays whole. */
interface ClosedAccount {
  readonly seq: number;
  readonly deletion_entry: number | null;
}

/** Makes an account unusable and records it. Null when there is nothing to delete or to erase. */
export function closeAccount(sql: Connection, id: string, at: Date, audit: AuditEntry): ClosedAccount | null {
  const bytes = uuidToBytes(id);
  const account =
    bytes &&
    sql.get<ClosedAccount & { deleted_at: number | null; erased_at: number | null }>(
      "SELECT seq, deletion_entry, deleted_at, erased_at FROM accounts WHERE id = ?",
      bytes,
    );
  if (!account || account.erased_at !== null) return null;
  if (account.deleted_at !== null) return account;
  const { seq } = account;
  const time = at.getTime();
  enterAudit(sql, audit);
  const entry = sql.get<{ seq: number }>(
    "SELECT seq FROM audit_entries WHERE id = ?",
    ownUuidToBytes(audit.id),
  )!;
  sql.run(
    `UPDATE accounts SET deleted_at = ?, deletion_entry = ?, label = NULL, display_name = NULL, shows_display_name = 0
     WHERE seq = ?`,
    time,
    entry.seq,
    seq,
  );
  sql.run("UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?), name = '' WHERE account = ?", time, seq);
  sql.run("DELETE FROM tokens WHERE email IN (SELECT email FROM people WHERE account = ?)", seq);
  sql.run("DELETE FROM tokens WHERE person IN (SELECT id FROM people WHERE account = ?)", seq);
  sql.run("DELETE FROM tokens WHERE account = ?", seq);
  sql.run("DELETE FROM people WHERE account = ?", seq);
  sql.run(
    "UPDATE orders SET state = 'cancelled', settled_at = ? WHERE account = ? AND state = 'open'",
    time,
    seq,
  );
  sql.run("UPDATE orders SET placed_by = '' WHERE account = ?", seq);
  return { seq, deletion_entry: entry.seq };
}

/** Erases what a closed account leaves. */
export async function eraseAccount(
  access: SqliteAccess,
  { seq, deletion_entry }: ClosedAccount,
): Promise<void> {
  await inPortions(access, (sql, after) => eraseProofs(sql, seq, after));
  await inPortions(access, (sql, after) => {
    const last = lastOfPortion(sql, "audit_entries", seq, after);
    if (last !== null) eraseEntries(sql, seq, { after, last, except: deletion_entry });
    return last;
  });
  await inPortions(access, (sql) => eraseIdempotencyKeys(sql, seq));
  await inPortions(access, (sql) => eraseWebIdempotencyKeys(sql, seq));
  // An upload may have ended after the originals were removed.
  await inPortions(access, (sql) => (makeGarbageOf(sql, seq, PORTION) === 0 ? null : 0));
  await access.write((sql) => sql.run("UPDATE accounts SET erased_at = deleted_at WHERE seq = ?", seq));
}

/** Accounts that were closed but not erased, because a process died. */
export function closedAccounts(sql: Connection): readonly ClosedAccount[] {
  return sql.all<ClosedAccount>(
    "SELECT seq, deletion_entry FROM accounts WHERE deleted_at IS NOT NULL AND erased_at IS NULL",
  );
}

/** Each write begins after the row at which the one before it ended, until one finds no row. */
async function inPortions(
  access: SqliteAccess,
  erase: (sql: Connection, after: number) => number | null,
): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    after = await access.write((sql) => erase(sql, from));
  }
}

function eraseProofs(sql: Connection, account: number, after: number): number | null {
  const last = lastOfPortion(sql, "proofs", account, after);
  if (last === null) return null;
  sql.run(
    "UPDATE proofs SET name = ?, metadata = NULL WHERE account = ? AND seq > ? AND seq <= ?",
    ERASED_NAME,
    account,
    after,
    last,
  );
  return last;
}

/** They are the client's own texts, and of no use without their keys. */
function eraseIdempotencyKeys(sql: Connection, account: number): number | null {
  const erased = sql.run(
    `DELETE FROM idempotency_keys WHERE (api_key, idempotency_key) IN (
       SELECT i.api_key, i.idempotency_key FROM api_keys k JOIN idempotency_keys i ON i.api_key = k.seq
       WHERE k.account = ? LIMIT ?)`,
    account,
    PORTION,
  );
  return erased === 0 ? null : 0;
}

function eraseWebIdempotencyKeys(sql: Connection, account: number): number | null {
  const erased = sql.run(
    `DELETE FROM web_idempotency_keys WHERE (account, idempotency_key) IN (
       SELECT account, idempotency_key FROM web_idempotency_keys WHERE account = ? LIMIT ?)`,
    account,
    PORTION,
  );
  return erased === 0 ? null : 0;
}

function lastOfPortion(
  sql: Connection,
  table: "proofs" | "audit_entries",
  account: number,
  after: number,
): number | null {
  return sql.get<{ last: number | null }>(
    `SELECT max(seq) AS last FROM (SELECT seq FROM ${table} WHERE account = ? AND seq > ? ORDER BY seq LIMIT ?)`,
    account,
    after,
    PORTION,
  )!.last;
}
