import { mustMark, SANDBOX_VERSION, type StoreUse } from "../store-use.js";
import type { Connection } from "./connection.js";
import { rollBack } from "./roll-back.js";

/**
 * Makes sure that the database serves this use, and marks a new one. Writes nothing when it does not.
 *
 * @throws StoreUseError
 */
export function settleUse(connection: Connection, use: StoreUse): void {
  const has = (table: string, where: string) =>
    connection.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", table) !== undefined &&
    connection.get(`SELECT 1 FROM ${table} WHERE ${where} LIMIT 1`) !== undefined;
  connection.exec("BEGIN IMMEDIATE");
  try {
    if (mustMark(use, has("migrations", `version = ${SANDBOX_VERSION}`), has("accounts", "true"))) {
      connection.exec(
        "CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT",
      );
      connection.run(
        "INSERT INTO migrations (version, applied_at) VALUES (?, ?)",
        SANDBOX_VERSION,
        Date.now(),
      );
    }
    connection.exec("COMMIT");
  } catch (error) {
    rollBack(connection);
    throw error;
  }
}
