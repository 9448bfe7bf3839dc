import type { Connection } from "./connection.js";

/**
 * Rolls back the open transaction, if any. Never throws: the caller reports the original error, and the next BEGIN
 * reports a database that does not recover.
 */
export function rollBack(connection: Connection): void {
  try {
    if (connection.inTransaction) connection.exec("ROLLBACK");
  } catch {
    // SQLite itself ended the transaction, or the database does not answer.
  }
}
