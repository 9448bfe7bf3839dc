import { Connection } from "@svc-proof/service/store/sqlite/connection";

/** What a SQLite database takes in its file, with what is still in the write-ahead log: the binding leaves that at its end. */
export function databaseBytes(path: string): number {
  const sql = new Connection(path, 0);
  try {
    return sql.get<{ bytes: number }>(
      "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size",
    )!.bytes;
  } finally {
    sql.close();
  }
}
