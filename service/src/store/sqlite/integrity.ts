/**
 * Whether SQLite's file is sound. A check reads all of it once, on a thread and a connection of its own; after that, damage
 * shows when a page of it is read. Known damage stays known until the process ends, because nothing mends a file that is in use.
 */
import { StoreUnavailableError } from "../store.js";
import { Connection, SqlError } from "./connection.js";

/** Faults of the program, not of the database: a retry cannot help. */
const PROGRAM_FAULT = /^SQLITE_(?:CONSTRAINT|ERROR|MISMATCH|RANGE)/;
/** A short read: the file ends where it should go on. */
const DAMAGE = /^SQLITE_(?:CORRUPT|NOTADB|IOERR_SHORT_READ)/;

export class Integrity {
  #damage: StoreUnavailableError | null = null;
  #isChecked = false;

  /** Null when all was found sound, undefined while that is not known. */
  get damage(): string | null | undefined {
    return this.#damage?.message ?? (this.#isChecked ? null : undefined);
  }

  /** @throws StoreUnavailableError when it is damaged: writing to it could spoil what is left. */
  refuseDamaged(): void {
    if (this.#damage !== null) throw this.#damage;
  }

  /** The error as callers learn it; notices damage. */
  told(error: unknown): unknown {
    if (!(error instanceof SqlError) || PROGRAM_FAULT.test(error.code)) return error;
    if (DAMAGE.test(error.code)) return this.#damaged(`${error.message} (${error.code})`, error);
    return new StoreUnavailableError(`the SQLite store failed: ${error.message} (${error.code})`, {
      cause: error,
    });
  }

  /**
   * Reads the whole file, table by table, so that the write-ahead log can be emptied in between. Never rejects.
   *
   * @param signal ends it after the table at which it is.
   */
  async check(path: string, signal: AbortSignal): Promise<void> {
    let sql: Connection | undefined;
    try {
      sql = new Connection(path, 0);
      // The lines are kept in a table, because a statement that works on another thread gives no rows.
      sql.exec("PRAGMA temp_store = MEMORY; CREATE TEMP TABLE found (line TEXT)");
      const tables = sql.all<{ name: string }>("SELECT name FROM main.sqlite_schema WHERE type = 'table'");
      for (const { name } of tables) {
        await sql.execAside(
          `INSERT INTO found SELECT quick_check FROM pragma_quick_check('${name}', 'main')`,
        );
        if (signal.aborted) return;
      }
      const found = sql.all<{ line: string }>("SELECT line FROM found WHERE line <> 'ok'");
      if (found.length === 0) this.#isChecked = true;
      else this.#damaged(found[0]!.line);
    } catch (error) {
      // What could not be read now may be read later; damage is known from now on.
      this.told(error);
    } finally {
      sql?.close();
    }
  }

  #damaged(what: string, cause?: SqlError): StoreUnavailableError {
    this.#damage ??= new StoreUnavailableError(
      `the database is damaged: stop the service and restore a backup, as docs/operations/running.md says. SQLite: ${what.replace(/\s+/g, " ")}`,
      { cause },
    );
    return this.#damage;
  }
}
