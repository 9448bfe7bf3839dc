/**
 * Database access for the parts of the SQLite store. Reads and writes run in groups, each on a connection of its own,
 * so that reads do not wait for a flush to the disk. SQLite's failures become errors of the port.
 */
import { StoreUnavailableError } from "../store.js";
import { type Connection, SqlError } from "./connection.js";
import { GroupCommit } from "./group-commit.js";
import { GroupRead } from "./group-read.js";
import type { OpenFiles } from "./open-files.js";

/** Faults of the program, not of the database: a retry cannot help. */
const PROGRAM_FAULT = /^SQLITE_(?:CONSTRAINT|ERROR|MISMATCH|RANGE)/;

/** How long a successful write counts as evidence that writes succeed. */
const WRITE_HOLDS_MS = 5_000;

export class SqliteAccess {
  readonly #reader: Connection;
  /** Use it only inside the work given to `write`, or before the first `write`. */
  readonly writer: Connection;
  readonly #reads: GroupRead;
  readonly #writes: GroupCommit;
  /** When a write last succeeded, by `performance.now()`, if none has failed since. */
  #wroteAtMs = Number.NEGATIVE_INFINITY;

  constructor(reader: Connection, writer: Connection, files: OpenFiles) {
    this.#reader = reader;
    this.writer = writer;
    this.#reads = new GroupRead(reader);
    this.#writes = new GroupCommit(writer, () => files.check());
  }

  /** Changes when a connection of another process has committed. Throws the errors with which `read` rejects. */
  get otherCommits(): number {
    try {
      return this.#writes.otherCommits;
    } catch (error) {
      throw told(error);
    }
  }

  /**
   * Runs a synchronous read together with others of this turn. Rejects with StoreUnavailableError when the database
   * fails.
   */
  async read<Result>(work: (sql: Connection) => Result): Promise<Result> {
    try {
      return await this.#reads.run(() => work(this.#reader));
    } catch (error) {
      throw told(error);
    }
  }

  /** Runs synchronous work as one atomic, durable write. Rejects as `read` does. */
  async write<Result>(work: (sql: Connection) => Result): Promise<Result> {
    try {
      const result = await this.#writes.run(() => work(this.writer));
      this.#wroteAtMs = performance.now();
      return result;
    } catch (error) {
      const reason = told(error);
      if (reason instanceof StoreUnavailableError) this.#wroteAtMs = Number.NEGATIVE_INFINITY;
      throw reason;
    }
  }

  /**
   * Checks that writes succeed, as they do not on a full disk. Makes a write that changes nothing if none succeeded
   * recently.
   */
  async checkWrites(): Promise<void> {
    if (performance.now() - this.#wroteAtMs < WRITE_HOLDS_MS) return;
    // Nothing uses this number, but setting it writes a page of the file.
    await this.write((sql) => sql.exec("PRAGMA user_version = 0"));
  }

  /** Resolves when nothing is being written any more. */
  drained(): Promise<void> {
    return this.#writes.drained();
  }

  close(): void {
    this.#reads.flush();
    this.#reader.close();
    this.writer.close();
  }
}

function told(error: unknown): unknown {
  if (!(error instanceof SqlError) || PROGRAM_FAULT.test(error.code)) return error;
  return new StoreUnavailableError(`the SQLite store failed: ${error.message} (${error.code})`, {
    cause: error,
  });
}
