/** Secrets that the service makes for itself, in clear in the SQLite file: whoever reads it reads everything. */
import { randomBytes } from "node:crypto";
import type { SqliteAccess } from "./sqlite-access.js";

const SECRET_BYTES = 32;

/** The secret of a name, made when first asked for; two processes that ask at once get the same. */
export function sqliteSecret(access: SqliteAccess, name: string): Promise<Uint8Array> {
  return access.write((sql) => {
    sql.run("INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)", name, randomBytes(SECRET_BYTES));
    return sql.get<{ value: Uint8Array }>("SELECT value FROM secrets WHERE name = ?", name)!.value;
  });
}
