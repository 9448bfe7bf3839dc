/** The data folder: its lock, its identity. */

import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { mkdir, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection, SqlError } from "./connection.js";

/** The store's files in `SVC_DATA_DIR`. */
export interface DataDir {
  readonly path: string;
  readonly databasePath: string;
  /** The service that uses the folder holds this lock: exclusive-lock.ts. */
  readonly lockPath: string;
}

/** The folder cannot be used. The message says why, in one line. */
export class DataDirError extends Error {
  override readonly name = "DataDirError";
}

/** The paths in a folder, which need not exist. */
export function dataDirAt(path: string): DataDir {
  return { path, databasePath: join(path, "service.sqlite"), lockPath: join(path, "service.lock") };
}

/**
 * Opens the folder. Creates it if missing, accessible to the owner alone because it holds names and metadata of proofs.
 *
 * @throws DataDirError when it cannot be created or written.
 */
export async function openDataDir(path: string): Promise<DataDir> {
  try {
    await makeFolder(path);
    // Checking permissions is not enough: a file system may be read-only, full, or unable to store files. A process that is
    // killed here leaves what the next one removes; several may do so at once.
    const trial = join(path, ".writable");
    if (!(await madeOrThere(trial))) throw Object.assign(new Error(), { code: "ENOENT" });
    await rmdir(trial).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DataDirError(`SVC_DATA_DIR: ${path} expected a writable folder, got ${code}`, { cause: error });
  }
  return dataDirAt(path);
}

/** Not `mkdir` with `recursive`: that never ends in a folder that answers ENOENT to every new folder, as /proc does. */
async function makeFolder(path: string): Promise<void> {
  if (await madeOrThere(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  if (!(await madeOrThere(path)))
    throw Object.assign(new Error(`${path} cannot be made`), { code: "ENOENT" });
}

/** Makes one folder. False when the system reports that its parent is missing. */
async function madeOrThere(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return false;
    if (code !== "EEXIST") throw error;
  }
  return true;
}

// A lock between processes, which is released when its holder dies, however it dies.
//
// It is a separate SQLite file in a transaction `BEGIN EXCLUSIVE`: the operating system locks the open file until the
// process ends. Nothing is ever stored in the file. Do not use it on network file systems without real locks.

const POLL_INTERVAL_MS = 50;

/** Someone else holds the lock. */
export class LockedError extends Error {
  override readonly name = "LockedError";
  readonly path: string;

  constructor(path: string) {
    super(`${path} is locked by another process`);
    this.path = path;
  }
}

export interface ExclusiveLock {
  release(): void;
}

/**
 * Takes the lock. Waits for it while another process holds it.
 *
 * @param path the lock file; created if missing. Its folder must exist.
 * @param waitMs how long to wait; 0 tries once.
 * @throws LockedError when the lock is still held by then.
 * @throws SqlError when the file cannot be opened.
 */
export async function acquireExclusiveLock(path: string, waitMs: number): Promise<ExclusiveLock> {
  const deadline = performance.now() + waitMs;
  const connection = new Connection(path, 0);
  for (;;) {
    try {
      connection.exec("BEGIN EXCLUSIVE");
      return { release: () => release(connection) };
    } catch (error) {
      if (!(error instanceof SqlError) || !error.code.startsWith("SQLITE_BUSY")) {
        connection.close();
        throw error;
      }
    }
    if (performance.now() >= deadline) {
      connection.close();
      throw new LockedError(path);
    }
    await sleep(POLL_INTERVAL_MS);
  }
}

function release(connection: Connection): void {
  // Explicitly, because `close` alone leaves the file open until the binding is garbage-collected.
  if (connection.inTransaction) connection.exec("ROLLBACK");
  connection.close();
}

/**
 * Which database belongs to a folder. A database has a random identity from its first transaction on, in the row "store" of
 * its secrets, and the file `.id` beside it says which one was there last: without its write-ahead log, or on a volume that is not
 * mounted, an empty database would otherwise begin anew, silently.
 */
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
