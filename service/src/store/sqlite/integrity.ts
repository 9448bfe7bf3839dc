/** Whether the files of a store are what they should be: sound, and still where their paths lead. */

import { statSync } from "node:fs";
import { basename } from "node:path";
import { StoreUnavailableError } from "../store.js";
import { Connection, SqlError } from "./connection.js";

// Whether SQLite's file is sound. A check reads all of it once, on a thread and a connection of its own; after that, damage
// shows when a page of it is read. Known damage stays known until the process ends, because nothing mends a file that is in use.

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

// The files that a store holds open, and whether their paths still lead to them. A process whose files were removed or
// replaced goes on writing to them without an error, and all that it writes is gone when it ends.
//
// Files are told apart by device and inode number. A file is open while it is known here, so no other file gets its number
// meanwhile. Nothing is opened to look: closing a second descriptor would take SQLite's locks from the process. A file that is
// overwritten in its place is not noticed.

/** How often `watch` looks. */
const WATCH_INTERVAL_MS = 1_000;

const GONE: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

interface Identity {
  readonly device: bigint;
  readonly inode: bigint;
}

export class OpenFiles {
  readonly #files = new Map<string, Identity>();
  readonly #onLost: (reason: string) => void;

  /** @param onLost gets the reason when a file was removed or replaced; it may end the process. */
  constructor(onLost: (reason: string) => void = () => {}) {
    this.#onLost = onLost;
  }

  /** @throws StoreUnavailableError when there is no such file. */
  add(path: string): void {
    const identity = identityOf(path);
    if (identity === null) throw new StoreUnavailableError(`${path} was removed while it was opened`);
    this.#files.set(path, identity);
  }

  /** To be called before the files are closed. */
  remove(...paths: readonly string[]): void {
    for (const path of paths) this.#files.delete(path);
  }

  /**
   * To be called between a commit and its acknowledgement. Four files take 10 µs of processor time, the smallest commit 96.
   *
   * @throws StoreUnavailableError when a file was removed or replaced, or cannot be looked at.
   */
  check(): void {
    let reason: string | null;
    try {
      reason = this.#lost();
    } catch (cause) {
      throw new StoreUnavailableError("the files of the database cannot be looked at", { cause });
    }
    if (reason === null) return;
    this.#onLost(reason);
    throw new StoreUnavailableError(reason);
  }

  /** Looks every second, also when nothing is written. Returns a function that ends the watch. */
  watch(): () => void {
    const timer = setInterval(() => {
      try {
        this.check();
      } catch {
        // `onLost` knows the reason. What cannot be looked at need not be lost.
      }
    }, WATCH_INTERVAL_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  #lost(): string | null {
    for (const [path, opened] of this.#files) {
      const now = identityOf(path);
      if (now?.device !== opened.device || now.inode !== opened.inode)
        return `SVC_DATA_DIR: ${basename(path)} was removed or replaced while the service ran`;
    }
    return null;
  }
}

/** Null when the path leads to no file. */
function identityOf(path: string): Identity | null {
  try {
    const { dev: device, ino: inode } = statSync(path, { bigint: true });
    return { device, inode };
  } catch (error) {
    if (GONE.has((error as NodeJS.ErrnoException).code)) return null;
    throw error;
  }
}
