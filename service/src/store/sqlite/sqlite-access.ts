/**
 * How the parts of the SQLite store reach the database: reads and writes in groups, and
 * SQLite's failures told as the port tells them.
 */
import { StoreUnavailableError } from "../store.js";
import { type Connection, SqlError } from "./connection.js";
import { GroupCommit } from "./group-commit.js";
import { GroupRead } from "./group-read.js";

/** Faults of the program, not of the database: they are not to be tried again. */
const PROGRAM_FAULT = /^SQLITE_(?:CONSTRAINT|ERROR|MISMATCH|RANGE)/;

/** How long a write that came through stands for those to come. */
const WRITE_HOLDS_MS = 5_000;

export class SqliteAccess {
  /** For use inside the work given to `read` and `write` only. */
  readonly connection: Connection;
  readonly #reads: GroupRead;
  readonly #writes: GroupCommit;
  /** When a write came through last, on the clock of `performance.now()`, if none has failed since. */
  #wroteAtMs = Number.NEGATIVE_INFINITY;

  constructor(connection: Connection) {
    this.connection = connection;
    this.#reads = new GroupRead(connection);
    this.#writes = new GroupCommit(connection);
  }

  /** Runs a synchronous read, together with others of this turn. Rejects with StoreUnavailableError when the database fails. */
  async read<Result>(work: (sql: Connection) => Result): Promise<Result> {
    try {
      return await this.#reads.run(() => work(this.connection));
    } catch (error) {
      throw told(error);
    }
  }

  /** Runs a synchronous read now, for what is asked so often that waiting would cost more. Throws as `read` rejects. */
  readNow<Result>(work: (sql: Connection) => Result): Result {
    try {
      return work(this.connection);
    } catch (error) {
      throw told(error);
    }
  }

  /** Runs synchronous work as one atomic, durable write. Rejects as `read` does. */
  async write<Result>(work: (sql: Connection) => Result): Promise<Result> {
    try {
      const result = await this.#writes.run(() => work(this.connection));
      this.#wroteAtMs = performance.now();
      return result;
    } catch (error) {
      const reason = told(error);
      if (reason instanceof StoreUnavailableError) this.#wroteAtMs = Number.NEGATIVE_INFINITY;
      throw reason;
    }
  }

  /** Makes sure that writes come through, which a full disk takes none of, by one that changes nothing if need be. */
  async checkWrites(): Promise<void> {
    if (performance.now() - this.#wroteAtMs < WRITE_HOLDS_MS) return;
    // Nobody uses this number; setting it writes a page of the file all the same.
    await this.write((sql) => sql.exec("PRAGMA user_version = 0"));
  }

  close(): void {
    this.#reads.flush();
    this.#writes.flush();
    this.connection.close();
  }
}

function told(error: unknown): unknown {
  if (!(error instanceof SqlError) || PROGRAM_FAULT.test(error.code)) return error;
  return new StoreUnavailableError(`the SQLite store failed: ${error.message} (${error.code})`, {
    cause: error,
  });
}
