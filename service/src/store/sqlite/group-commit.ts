/**
 * Group commit: writes that are asked for in one turn of the event loop share one transaction.
 *
 * What a durable write costs is the flush to the disk at COMMIT. Requests that arrive together share that flush,
 * so that 64 writers pay it once, and the flush is waited for on another thread: what is asked for meanwhile is the next
 * group. Each write is all or nothing by itself, its failure undoes no other, and it sees what those before it wrote. A
 * promise resolves only after COMMIT.
 *
 * Failures are rare: a group first runs as it is, and only when one of its writes fails is it undone and run again
 * with a savepoint around each. Savepoints around all took 3 of some 60 µs a registration, measured.
 */
import { type Connection, SqlError } from "./connection.js";
import { rollBack } from "./roll-back.js";

/** Bounds how long one transaction blocks the event loop: about 20 ms of registrations, measured. */
const MAX_GROUP = 512;

interface Write {
  /** Returns what to do once the group is committed. */
  readonly work: () => () => void;
  readonly reject: (error: unknown) => void;
}

export class GroupCommit {
  readonly #connection: Connection;
  #queue: Write[] = [];
  /** Until the queue is empty and committed. */
  #working: Promise<void> | null = null;
  /** `PRAGMA data_version` as it was when the transaction that is open began; null while none is. */
  #versionAtBegin: number | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * SQLite's mark of what other connections have committed (`PRAGMA data_version`). While a group is on its way none
   * of them can.
   */
  get otherCommits(): number {
    return this.#versionAtBegin ?? dataVersion(this.#connection);
  }

  /**
   * Runs a synchronous piece of work as one atomic, durable write.
   *
   * Rejects with what the work throws, having undone it, or with a SqlError when the transaction fails.
   *
   * @param work may be undone and run again, so it must change nothing but the database.
   */
  run<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push({
        work: () => {
          const result = work();
          return () => resolve(result);
        },
        reject,
      });
      this.#working ??= this.#work();
    });
  }

  /** Resolves when what was asked for is committed. */
  async drained(): Promise<void> {
    await this.#working;
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      // What else arrives in this turn of the event loop goes along.
      await new Promise(setImmediate);
      await this.#commitGroup(this.#queue.splice(0, MAX_GROUP));
    }
    this.#working = null;
  }

  async #commitGroup(group: readonly Write[]): Promise<void> {
    let settle: readonly (() => void)[];
    try {
      settle =
        (await this.#runTogether(group)) ??
        (await this.#transaction(() => group.map((write) => this.#attempt(write))));
    } catch (error) {
      for (const write of group) write.reject(error);
      return;
    }
    for (const done of settle) done();
  }

  /** Null, with nothing done, when a write failed. Throws only when the transaction as a whole is lost. */
  async #runTogether(group: readonly Write[]): Promise<readonly (() => void)[] | null> {
    let failed = false;
    try {
      return await this.#transaction(() =>
        group.map(({ work }) => {
          try {
            const done = work();
            // Without a transaction the next write would be on its own, and not undone with the others.
            if (!this.#connection.inTransaction) throw lostTransaction();
            return done;
          } catch (error) {
            failed = this.#connection.inTransaction;
            throw error;
          }
        }),
      );
    } catch (error) {
      if (failed) return null;
      throw error;
    }
  }

  async #transaction<Result>(run: () => Result): Promise<Result> {
    try {
      this.#connection.exec("BEGIN IMMEDIATE");
      this.#versionAtBegin = dataVersion(this.#connection);
      const result = run();
      await this.#connection.execAside("COMMIT");
      return result;
    } catch (error) {
      rollBack(this.#connection);
      throw error;
    } finally {
      this.#versionAtBegin = null;
    }
  }

  /** Throws only when the transaction as a whole is lost. */
  #attempt({ work, reject }: Write): () => void {
    this.#connection.exec("SAVEPOINT write");
    try {
      const done = work();
      this.#connection.exec("RELEASE write");
      return done;
    } catch (error) {
      if (!this.#connection.inTransaction) {
        throw error instanceof SqlError ? error : lostTransaction(error);
      }
      this.#connection.exec("ROLLBACK TO write");
      this.#connection.exec("RELEASE write");
      return () => reject(error);
    }
  }
}

function dataVersion(sql: Connection): number {
  return sql.get<{ data_version: number }>("PRAGMA data_version")!.data_version;
}

function lostTransaction(cause?: unknown): SqlError {
  return new SqlError("SQLITE_ABORT", "the transaction was lost", cause);
}
