/** What is no longer kept in custody, in SQLite: blobs that are still to be deleted. */
import type { Connection } from "./connection.js";

/** Clears the fields of an original. Without its wrapped key, no copy of the blob can be read. */
const FORGET = `
  expires_at = NULL, file_name = NULL, mime_type = NULL, stored_at = NULL, custody_key = NULL, wrapped_key = NULL`;

const TO_GARBAGE = `UPDATE custody_objects SET state = 'garbage', size_bytes = 0, ${FORGET}`;

export function makeGarbage(sql: Connection, id: Uint8Array): void {
  sql.run(`${TO_GARBAGE} WHERE id = ?`, id);
}

/** The same for uploads and originals of an account, at most `limit`. Returns how many. */
export function makeGarbageOf(sql: Connection, account: number, limit: number): number {
  return sql.run(
    `${TO_GARBAGE} WHERE id IN (SELECT id FROM custody_objects WHERE account = ? AND state <> 'garbage' LIMIT ?)`,
    account,
    limit,
  );
}
