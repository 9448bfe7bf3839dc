/**
 * Group commit: writes that are requested in one turn of the event loop share one transaction.
 *
 * The cost of a durable write is the flush to the disk at COMMIT. Requests that arrive together share one flush, so 64
 * writers pay it once. Another thread waits for the flush; writes that are requested meanwhile form the next group.
 * Each write is all or nothing by itself: its failure undoes no other, and it sees the writes before it. A promise
 * resolves only after COMMIT, and after the check that what was committed is kept.
 *
 * Failures are rare, so a group first runs without savepoints. If one of its writes fails, the group is undone and run
 * again with a savepoint around each write. Savepoints around all took 3 of about 60 µs a registration, measured.
 */
import { type Connection, SqlError } from "./connection.js";
import { rollBack } from "./roll-back.js";

/** Bounds how long one transaction blocks the event loop: about 20 ms for registrations, measured. */
const MAX_GROUP = 512;

interface Write {
  /** Returns a callback for after the commit. */
  readonly work: () => () => void;
  readonly reject: (error: unknown) => void;
}

export class GroupCommit {
  readonly #connection: Connection;
  readonly #checkKept: () => void;
  #queue: Write[] = [];
  /** Resolves when the queue is empty and committed. */
  #working: Promise<void> | null = null;
  /** `PRAGMA data_version` at the start of the open transaction; null while none is open. */
  #versionAtBegin: number | null = null;

  /** @param checkKept throws when commits are written to files that nobody will find again. */
  constructor(connection: Connection, checkKept: () => void = () => {}) {
    this.#connection = connection;
    this.#checkKept = checkKept;
  }

  /** Changes when another connection has committed (`PRAGMA data_version`). None can while a group is being written. */
  get otherCommits(): number {
    return this.#versionAtBegin ?? dataVersion(this.#connection);
  }

  /**
   * Runs a synchronous piece of work as one atomic, durable write.
   *
   * If the work throws, it is undone and the promise rejects with the same error. If the transaction fails, the promise
   * rejects with a SqlError.
   *
   * @param work may be undone and run again, so it must change only the database.
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

  /** Resolves when all requested writes are committed. */
  async drained(): Promise<void> {
    await this.#working;
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      // Requests that arrive in this turn of the event loop join the group.
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

  /** Null, and nothing is done, when a write failed. Throws only when the whole transaction is lost. */
  async #runTogether(group: readonly Write[]): Promise<readonly (() => void)[] | null> {
    let failed = false;
    try {
      return await this.#transaction(() =>
        group.map(({ work }) => {
          try {
            const done = work();
            // Without a transaction the next write would commit by itself and could not be undone with the others.
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
      this.#checkKept();
      return result;
    } catch (error) {
      rollBack(this.#connection);
      throw error;
    } finally {
      this.#versionAtBegin = null;
    }
  }

  /** Throws only when the whole transaction is lost. */
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
