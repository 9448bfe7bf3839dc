/** The audit trail in SQLite. An entry is written in the transaction of what it tells of. */
import type { AuditActor, AuditEntry } from "../audit-store.js";
import { erasedEntry } from "../erased-entry.js";
import { hexToUuid, ownUuidToBytes } from "../uuid-bytes.js";
import type { Connection } from "./connection.js";

export interface AuditRow {
  readonly seq: number;
  readonly id: string;
  readonly at: number;
  readonly actor: AuditActor["kind"];
  readonly actor_id: string;
  readonly actor_email: string | null;
  readonly action: string;
  readonly subject: string | null;
  readonly details: string;
}

/** Of an `AuditRow`. */
export const SELECT_AUDIT = `
  SELECT seq, lower(hex(id)) AS id, at, actor, lower(hex(actor_id)) AS actor_id, actor_email, action, subject, details
  FROM audit_entries`;

export function auditEntryOf(row: AuditRow, accountId: string | null): AuditEntry {
  return {
    id: hexToUuid(row.id),
    accountId,
    at: new Date(row.at),
    actor:
      row.actor === "person"
        ? { kind: "person", id: hexToUuid(row.actor_id), email: row.actor_email ?? "" }
        : { kind: row.actor },
    action: row.action,
    subject: row.subject,
    details: JSON.parse(row.details) as AuditEntry["details"],
  };
}

/**
 * Appends an entry, without what names people if its account is deleted. Appending it again has no effect.
 *
 * @throws RangeError when there was never such an account.
 */
export function enterAudit(sql: Connection, entry: AuditEntry): void {
  const account =
    entry.accountId === null
      ? null
      : sql.get<{ seq: number; deleted_at: number | null }>(
          "SELECT seq, deleted_at FROM accounts WHERE id = ?",
          ownUuidToBytes(entry.accountId),
        );
  if (account === undefined) throw new RangeError(`there is no account ${entry.accountId}`);
  const isErased = account !== null && account.deleted_at !== null;
  const { id, at, actor, action, subject, details } = isErased ? erasedEntry(entry) : entry;
  sql.run(
    `INSERT INTO audit_entries (id, account, at, actor, actor_id, actor_email, action, subject, details)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
    ownUuidToBytes(id),
    account?.seq ?? null,
    at.getTime(),
    actor.kind,
    actor.kind === "person" ? ownUuidToBytes(actor.id) : null,
    actor.kind === "person" ? actor.email : null,
    action,
    subject,
    JSON.stringify(details),
  );
}

/** Takes what names people out of entries of an account, `seq` above `after` and up to `last`, but one. */
export function eraseEntries(
  sql: Connection,
  account: number,
  { after, last, except }: { readonly after: number; readonly last: number; readonly except: number | null },
): void {
  const rows = sql.all<AuditRow>(
    `${SELECT_AUDIT} WHERE account = ? AND seq > ? AND seq <= ? AND seq IS NOT ?`,
    account,
    after,
    last,
    except,
  );
  for (const row of rows) {
    const { actor, subject, details } = erasedEntry(auditEntryOf(row, ""));
    sql.run(
      "UPDATE audit_entries SET actor_email = ?, subject = ?, details = ? WHERE seq = ?",
      actor.kind === "person" ? actor.email : null,
      subject,
      JSON.stringify(details),
      row.seq,
    );
  }
}
