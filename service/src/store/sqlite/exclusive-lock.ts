/**
 * A lock between processes that frees itself when its holder dies, however it dies.
 *
 * A small SQLite file of its own, held in `BEGIN EXCLUSIVE`: the lock is the operating system's lock on the open
 * file, which ends with the process. Nothing is ever stored in it. Do not use it on network file systems
 * whose locks are not real.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Connection, SqlError } from "./connection.js";

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
 * Takes the lock, waiting for it when another process holds it.
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
  // Explicitly: closing alone leaves the file open until the binding is collected.
  if (connection.inTransaction) connection.exec("ROLLBACK");
  connection.close();
}
