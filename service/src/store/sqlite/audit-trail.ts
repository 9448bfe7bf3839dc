/** Writes the audit trail in SQLite, in the transaction of what it tells of. */
import type { AuditEntry } from "../audit-store.js";
import { ownUuidToBytes } from "../uuid-bytes.js";
import type { Connection } from "./connection.js";

/** Appends an entry. The account may be deleted, because its deletion is an entry too. */
export function enterAudit(sql: Connection, entry: AuditEntry): void {
  const { id, accountId, at, actor, action, subject, details } = entry;
  sql.run(
    `INSERT INTO audit_entries (id, account, at, actor, actor_id, actor_email, action, subject, details)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ownUuidToBytes(id),
    accountId === null ? null : seqOf(sql, accountId),
    at.getTime(),
    actor.kind,
    actor.kind === "person" ? ownUuidToBytes(actor.id) : null,
    actor.kind === "person" ? actor.email : null,
    action,
    subject,
    JSON.stringify(details),
  );
}

/** @throws RangeError when there was never such an account. */
function seqOf(sql: Connection, accountId: string): number {
  const row = sql.get<{ seq: number }>("SELECT seq FROM accounts WHERE id = ?", ownUuidToBytes(accountId));
  if (row === undefined) throw new RangeError(`there is no account ${accountId}`);
  return row.seq;
}
