import type { Connection } from "./connection.js";

/** Undoes the transaction that is open, if any. Never throws: what led here counts, and the next BEGIN tells the rest. */
export function rollBack(connection: Connection): void {
  try {
    if (connection.inTransaction) connection.exec("ROLLBACK");
  } catch {
    // SQLite ended the transaction by itself, or the database does not answer.
  }
}
