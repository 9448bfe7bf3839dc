/** Bitcoin block headers in SQLite: a row for each difficulty epoch. */
import type { BlockHeaderStore, Lease } from "../store.js";
import type { SqliteAccess } from "./sqlite-access.js";
import { checkLease } from "./sqlite-leases.js";

export class SqliteBlockHeaders implements BlockHeaderStore {
  readonly #access: SqliteAccess;

  constructor(access: SqliteAccess) {
    this.#access = access;
  }

  find(epoch: number): Promise<Uint8Array> {
    return this.#access.read((sql) => {
      const row = sql.get<{ run: Uint8Array }>("SELECT run FROM block_headers WHERE epoch = ?", epoch);
      return row?.run ?? new Uint8Array();
    });
  }

  replace(lease: Lease, epoch: number, formerBytes: number, run: Uint8Array): Promise<boolean> {
    return this.#access.write((sql) => {
      checkLease(sql, lease);
      const changed =
        formerBytes === 0
          ? sql.run(
              `INSERT INTO block_headers (epoch, run) VALUES (?, ?)
               ON CONFLICT (epoch) DO UPDATE SET run = excluded.run WHERE length(run) = 0`,
              epoch,
              run,
            )
          : sql.run(
              "UPDATE block_headers SET run = ? WHERE epoch = ? AND length(run) = ?",
              run,
              epoch,
              formerBytes,
            );
      return changed === 1;
    });
  }
}
