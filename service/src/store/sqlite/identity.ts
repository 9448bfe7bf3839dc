/**
 * Which database belongs to a folder. A database has a random identity from its first transaction on, in the row "store" of
 * its secrets, and the file `.id` beside it says which one was there last: without its write-ahead log, or on a volume that is not
 * mounted, an empty database would otherwise begin anew, silently.
 */
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { Connection } from "./connection.js";
import { DataDirError } from "./data-dir.js";

export class Identity {
  readonly #path: string;
  readonly #file: string;
  /** Null in a folder that had no database yet. */
  readonly #expected: string | null;

  /**
   * @param path of the database.
   * @throws DataDirError when the folder had a database, and it is gone.
   */
  constructor(path: string) {
    this.#path = path;
    this.#file = `${path.replace(/\.sqlite$/, "")}.id`;
    this.#expected = existsSync(this.#file) ? readFileSync(this.#file, "utf8").trim() : null;
    // Before it is opened: SQLite removes the log of a file without pages.
    if (!statSync(path, { throwIfNoEntry: false })?.size) this.expectNew();
  }

  /** @throws DataDirError unless a database may begin here. */
  expectNew(): void {
    if (this.#expected !== null) throw this.#foreign("is missing or empty");
  }

  /**
   * Within the transaction that opens the database.
   *
   * @returns what remembers it once that is committed.
   * @throws DataDirError when it is another one than the folder's.
   */
  settle(sql: Connection): () => void {
    sql.run("INSERT OR IGNORE INTO secrets (name, bytes) VALUES ('store', randomblob(16))");
    const { id } = sql.get<{ id: string }>(
      "SELECT lower(hex(bytes)) AS id FROM secrets WHERE name = 'store'",
    )!;
    if (this.#expected === null) return () => this.#remember(id);
    if (this.#expected !== id) throw this.#foreign("is the database of another folder");
    return () => {};
  }

  #remember(id: string): void {
    const draft = `${this.#file}.new`;
    writeFileSync(draft, `${id}\n`, { mode: 0o600, flush: true });
    // As SQLite does with its own files: the service must read it, whoever opened the database first.
    const { uid, gid } = statSync(this.#path);
    if (process.getuid?.() === 0) chownSync(draft, uid, gid);
    renameSync(draft, this.#file);
  }

  #foreign(what: string): DataDirError {
    return new DataDirError(
      `SVC_DATA_DIR: ${this.#path} ${what}: put the folder's own one there, with its -wal file, or restore a backup, as docs/operations/running.md says; only if what it held may be lost, remove ${basename(this.#file)}`,
    );
  }
}
