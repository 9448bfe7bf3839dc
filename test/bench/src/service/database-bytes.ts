import { Connection } from "@svc-proof/service/store/sqlite/connection";

/**
 * What a SQLite database takes, with what is still in its write-ahead log: the binding leaves that at its end. Without free
 * pages, which the next rows fill.
 */
export function databaseBytes(path: string): number {
  const sql = new Connection(path, 0);
  try {
    return sql.get<{ bytes: number }>(
      `SELECT (page_count - freelist_count) * page_size AS bytes
       FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
    )!.bytes;
  } finally {
    sql.close();
  }
}
