/**
 * A lock between processes, which is released when its holder dies, however it dies.
 *
 * It is a separate SQLite file in a transaction `BEGIN EXCLUSIVE`: the operating system locks the open file until the
 * process ends. Nothing is ever stored in the file. Do not use it on network file systems without real locks.
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
