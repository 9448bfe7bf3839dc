/**
 * Secrets that the service generates for itself. They are stored in clear: whoever can read the SQLite file can read
 * everything anyway.
 */
import { randomBytes } from "node:crypto";
import type { SqliteAccess } from "./sqlite-access.js";

const SECRET_BYTES = 32;

/** The secret of a name, generated on first use. Two processes that ask at once get the same one. */
export function sqliteSecret(access: SqliteAccess, name: string): Promise<Uint8Array> {
  return access.write((sql) => {
    sql.run("INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)", name, randomBytes(SECRET_BYTES));
    return sql.get<{ value: Uint8Array }>("SELECT value FROM secrets WHERE name = ?", name)!.value;
  });
}
