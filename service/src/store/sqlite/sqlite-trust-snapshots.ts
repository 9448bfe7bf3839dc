/** The newest snapshot of the trusted lists in SQLite: one row. */
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import type { TrustSnapshotRecord, TrustSnapshotStore } from "../store.js";
import type { SqliteAccess } from "./sqlite-access.js";

export class SqliteTrustSnapshots implements TrustSnapshotStore {
  readonly #access: SqliteAccess;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  find(): Promise<TrustSnapshotRecord | null> {
    return this.#access.read((sql) => {
      const row = sql.get<{ sha256: Uint8Array; checked_at: number }>(
        "SELECT sha256, checked_at FROM trust_snapshot",
      );
      return row === undefined
        ? null
        : { sha256: bytesToHex(row.sha256), checkedAt: new Date(row.checked_at) };
    });
  }

  read(sha256: string): Promise<Uint8Array | null> {
    return this.#access.read((sql) => {
      const row = sql.get<{ bytes: Uint8Array }>(
        "SELECT bytes FROM trust_snapshot WHERE sha256 = ?",
        hexToBytes(sha256),
      );
      return row?.bytes ?? null;
    });
  }

  replace(
    former: string | null,
    { sha256, checkedAt, bytes }: TrustSnapshotRecord & { readonly bytes: Uint8Array },
  ): Promise<boolean> {
    return this.#access.write((sql) => {
      const values = [hexToBytes(sha256), checkedAt.getTime(), bytes] as const;
      const changed =
        former === null
          ? sql.run(
              "INSERT OR IGNORE INTO trust_snapshot (id, sha256, checked_at, bytes) VALUES (1, ?, ?, ?)",
              ...values,
            )
          : sql.run(
              "UPDATE trust_snapshot SET sha256 = ?, checked_at = ?, bytes = ? WHERE sha256 = ?",
              ...values,
              hexToBytes(former),
            );
      return changed === 1;
    });
  }
}
