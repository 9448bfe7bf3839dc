/** The audit trail in SQLite. `seq` is the order in which entries were stored. */
import type { AuditEntry, AuditPage, AuditStore } from "../audit-store.js";
import { uuidToBytes } from "../uuid-bytes.js";
import { findAccountSeq } from "./account-rows.js";
import { type AuditRow, auditEntryOf, enterAudit, SELECT_AUDIT } from "./audit-trail.js";
import type { SqliteAccess } from "./sqlite-access.js";

export class SqliteAudit implements AuditStore {
  readonly #access: SqliteAccess;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  append(entry: AuditEntry): Promise<void> {
    return this.#access.write((sql) => enterAudit(sql, entry));
  }

  list(accountId: string | null, limit: number, before: string | null): Promise<AuditPage> {
    return this.#access.read((sql) => {
      const account = accountId === null ? null : findAccountSeq(sql, accountId);
      let end = Number.MAX_SAFE_INTEGER;
      if (before !== null) {
        const place = sql.get<{ seq: number }>(
          "SELECT seq FROM audit_entries WHERE id = ? AND account IS ?",
          uuidToBytes(before),
          account ?? null,
        );
        if (place === undefined || account === undefined) {
          throw new RangeError(`the trail of ${accountId ?? "no account"} has no entry ${before}`);
        }
        end = place.seq;
      }
      if (account === undefined) return { entries: [], more: false };
      const rows = sql.all<AuditRow>(
        `${SELECT_AUDIT} WHERE account IS ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
        account,
        end,
        limit + 1,
      );
      return {
        entries: rows.slice(0, limit).map((row) => auditEntryOf(row, accountId)),
        more: rows.length > limit,
      };
    });
  }
}
