/** The audit trail in SQLite. `seq` is the order in which entries were stored. */
import type { AuditActor, AuditEntry, AuditPage, AuditStore } from "../audit-store.js";
import { hexToUuid, uuidToBytes } from "../uuid-bytes.js";
import { enterAudit } from "./audit-trail.js";
import type { SqliteAccess } from "./sqlite-access.js";

interface EntryRow {
  readonly id: string;
  readonly at: number;
  readonly actor: AuditActor["kind"];
  readonly actor_id: string;
  readonly actor_email: string | null;
  readonly action: string;
  readonly subject: string | null;
  readonly details: string;
}

export class SqliteAudit implements AuditStore {
  readonly #access: SqliteAccess;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  append(entry: AuditEntry): Promise<void> {
    return this.#access.write((sql) => enterAudit(sql, entry));
  }

  list(accountId: string, limit: number, before: string | null): Promise<AuditPage> {
    return this.#access.read((sql) => {
      const bytes = uuidToBytes(accountId);
      const account = bytes && sql.get<{ seq: number }>("SELECT seq FROM accounts WHERE id = ?", bytes);
      let end = Number.MAX_SAFE_INTEGER;
      if (before !== null) {
        const place = sql.get<{ seq: number }>(
          "SELECT seq FROM audit_entries WHERE id = ? AND account = ?",
          uuidToBytes(before),
          account?.seq ?? null,
        );
        if (place === undefined)
          throw new RangeError(`the account ${accountId} has no audit entry ${before}`);
        end = place.seq;
      }
      if (!account) return { entries: [], more: false };
      const rows = sql.all<EntryRow>(
        `SELECT lower(hex(id)) AS id, at, actor, lower(hex(actor_id)) AS actor_id, actor_email, action, subject, details
         FROM audit_entries WHERE account = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
        account.seq,
        end,
        limit + 1,
      );
      return {
        entries: rows.slice(0, limit).map((row) => entryOf(row, accountId)),
        more: rows.length > limit,
      };
    });
  }
}

function entryOf(row: EntryRow, accountId: string): AuditEntry {
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
