/**
 * Group commit and group read. Changes that are asked for in one turn of the event loop share one transaction, because
 * the cost of a durable write is the flush to the disk at COMMIT; reads share one, because the cost of a look-up is what
 * surrounds it.
 *
 * Each change is all or nothing by itself: its failure undoes no other, and it sees those before it. Failures are rare,
 * so a group first runs without savepoints. If one of its rules fails, the group is undone and run again with a
 * savepoint around each.
 */

import { type Asked, RuleQueue } from "../rule-queue.js";
import { StoreUnavailableError } from "../store.js";
import { SqlError } from "./connection.js";
import { rollBack } from "./roll-back.js";
import type { Session } from "./session.js";
import { runRule } from "./sqlite-rows.js";

/** Bound how long one group blocks the event loop. */
const MAX_CHANGES = 512;
const MAX_READS = 128;

type Settle = () => void;

/** A group is settled when its transaction is over. */
abstract class Groups extends RuleQueue {
  protected async runGroup(group: readonly Asked[]): Promise<void> {
    try {
      for (const settle of await this.transact(group)) settle();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  /** @throws only when the whole transaction is lost. */
  protected abstract transact(group: readonly Asked[]): Promise<readonly Settle[]>;
}

/** Rejects when the turn ends; `end` forgets it. */
function endOfTurn(): { readonly late: Promise<never>; end(): void } {
  let timer: NodeJS.Immediate | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setImmediate(() => reject(new TypeError("a rule awaits something other than rows")));
  });
  late.catch(() => {});
  return { late, end: () => clearImmediate(timer) };
}

export class ReadGroups extends Groups {
  readonly #sql: Session;

  constructor(sql: Session) {
    super(MAX_READS);
    this.#sql = sql;
  }

  protected async transact(group: readonly Asked[]): Promise<readonly Settle[]> {
    const settle: Settle[] = [];
    let turn = endOfTurn();
    this.#sql.exec("BEGIN");
    try {
      for (const { rule, resolve, reject } of group) {
        try {
          const answer = await runRule(this.#sql, rule, turn.late);
          settle.push(() => resolve(answer));
        } catch (error) {
          settle.push(() => reject(error));
          turn.end();
          turn = endOfTurn();
        }
      }
    } finally {
      turn.end();
      // Nothing was written, so a rollback loses nothing.
      rollBack(this.#sql);
    }
    return settle;
  }
}

export class ChangeGroups extends Groups {
  readonly #sql: Session;
  readonly #checkKept: () => void;

  /** @param checkKept throws when commits are written to files that nobody will find again. */
  constructor(sql: Session, checkKept: () => void) {
    super(MAX_CHANGES);
    this.#sql = sql;
    this.#checkKept = checkKept;
  }

  protected async transact(group: readonly Asked[]): Promise<readonly Settle[]> {
    return (
      (await this.#runTogether(group)) ??
      (await this.#transaction(async () => {
        const settle: Settle[] = [];
        for (const asked of group) settle.push(await this.#runApart(asked));
        return settle;
      }))
    );
  }

  /** Null, and nothing is done, when a rule failed. */
  async #runTogether(group: readonly Asked[]): Promise<readonly Settle[] | null> {
    let hasFailed = false;
    const { late, end } = endOfTurn();
    try {
      return await this.#transaction(async () => {
        const settle: Settle[] = [];
        for (const { rule, resolve } of group) {
          try {
            const answer = await runRule(this.#sql, rule, late);
            settle.push(() => resolve(answer));
          } catch (error) {
            hasFailed = this.#sql.inTransaction;
            throw error;
          }
          // Without a transaction the next change would commit by itself and could not be undone with the others.
          if (!this.#sql.inTransaction) throw lostTransaction();
        }
        end();
        return settle;
      });
    } catch (error) {
      if (hasFailed) return null;
      throw error;
    } finally {
      end();
    }
  }

  async #runApart({ rule, resolve, reject }: Asked): Promise<Settle> {
    this.#sql.exec("SAVEPOINT change");
    const { late, end } = endOfTurn();
    try {
      const answer = await runRule(this.#sql, rule, late);
      this.#sql.exec("RELEASE change");
      return () => resolve(answer);
    } catch (error) {
      if (!this.#sql.inTransaction) throw error instanceof SqlError ? error : lostTransaction(error);
      this.#sql.exec("ROLLBACK TO change");
      this.#sql.forgetNumbers();
      this.#sql.exec("RELEASE change");
      return () => reject(error);
    } finally {
      end();
    }
  }

  async #transaction<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      this.#sql.exec("BEGIN IMMEDIATE");
      const result = await run();
      await this.#commit();
      this.#checkKept();
      return result;
    } catch (error) {
      rollBack(this.#sql);
      this.#sql.forgetNumbers();
      throw error;
    }
  }

  async #commit(): Promise<void> {
    try {
      await this.#sql.execAside("COMMIT");
    } catch (cause) {
      // A flush that failed may have written all the same, which shows when the file is next opened.
      const isUndecided = cause instanceof SqlError && cause.code.startsWith("SQLITE_IOERR");
      if (!isUndecided) throw cause;
      throw new StoreUnavailableError("SQLite's commit failed", { isUndecided, cause });
    }
  }
}

function lostTransaction(cause?: unknown): SqlError {
  return new SqlError("SQLITE_ABORT", "the transaction was lost", cause);
}
