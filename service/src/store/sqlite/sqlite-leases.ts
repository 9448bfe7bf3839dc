/** Leases in SQLite. A write under a lease checks its token in the same transaction (`checkLease`). */
import { type Lease, LeaseLostError, type LeaseStore } from "../store.js";
import type { Connection } from "./connection.js";
import type { SqliteAccess } from "./sqlite-access.js";

interface LeaseRow {
  readonly holder: string;
  readonly token: number;
  readonly expires_at: number;
}

export class SqliteLeases implements LeaseStore {
  readonly #access: SqliteAccess;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  acquire(name: string, holder: string, ttlMs: number): Promise<Lease | null> {
    return this.#access.write((sql) => {
      const now = Date.now();
      const current = currentLease(sql, name);
      const isHeld = current !== undefined && current.expires_at > now;
      if (isHeld && current.holder !== holder) return null;
      const token = isHeld ? current.token : (current?.token ?? 0) + 1;
      sql.run(
        "INSERT OR REPLACE INTO leases (name, holder, token, expires_at) VALUES (?, ?, ?, ?)",
        name,
        holder,
        token,
        now + ttlMs,
      );
      return { name, holder, token };
    });
  }

  release({ name, token }: Lease): Promise<void> {
    return this.#access.write((sql) => {
      sql.run("UPDATE leases SET expires_at = 0 WHERE name = ? AND token = ?", name, token);
    });
  }
}

/**
 * Checks, within the open transaction, that no later lease of the name exists.
 *
 * An expired lease passes as long as no other instance has taken it over.
 *
 * @throws LeaseLostError
 */
export function checkLease(sql: Connection, { name, token }: Lease): void {
  if (currentLease(sql, name)?.token !== token) {
    throw new LeaseLostError(`another instance holds the lease of the job "${name}"`);
  }
}

function currentLease(sql: Connection, name: string): LeaseRow | undefined {
  return sql.get<LeaseRow>("SELECT holder, token, expires_at FROM leases WHERE name = ?", name);
}
