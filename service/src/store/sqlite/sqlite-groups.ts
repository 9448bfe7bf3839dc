/**
 * Group commit and group read. Changes that are asked for in one turn of the event loop share one transaction, because
 * the cost of a durable write is the flush to the disk at COMMIT; reads share one, because the cost of a look-up is what
 * surrounds it.
 *
 * Each change is all or nothing by itself: its failure undoes no other, and it sees those before it. Failures are rare,
 * so a group first runs without savepoints. If one of its rules fails, the group is undone and run again with a
 * savepoint around each.
 */

import type { Outcome } from "../group.js";
import { type Asked, RuleQueue } from "../rule-queue.js";
import { type Rule, StoreUnavailableError } from "../store.js";
import { rollBack, type Session, SqlError } from "./connection.js";
import type { Integrity } from "./integrity.js";
import { runRule, Turn } from "./sqlite-rows.js";

/** Bound how long one group blocks the event loop. */
const MAX_CHANGES = 512;
const MAX_READS = 128;

/** Short, because changes wait meanwhile: what other programs read just now stays in the log. */
const CHECKPOINT_WAIT_MS = 50;

/** A group is settled when its transaction is over. */
abstract class Groups extends RuleQueue {
  protected readonly sql: Session;
  protected readonly integrity: Integrity;

  constructor(sql: Session, integrity: Integrity, maxGroup: number) {
    super(maxGroup);
    this.sql = sql;
    this.integrity = integrity;
  }

  protected async runGroup(group: readonly Asked[]): Promise<void> {
    try {
      const outcomes = await this.transact(group);
      for (const [i, { resolve, reject }] of group.entries()) {
        const outcome = outcomes[i]!;
        if ("error" in outcome) reject(this.integrity.told(outcome.error));
        else resolve(outcome.answer);
      }
    } catch (error) {
      for (const { reject } of group) reject(this.integrity.told(error));
    }
  }

  /** @throws only when the whole transaction is lost. */
  protected abstract transact(group: readonly Asked[]): Promise<readonly Outcome[]>;
}

export class ReadGroups extends Groups {
  constructor(sql: Session, integrity: Integrity) {
    super(sql, integrity, MAX_READS);
  }

  protected async transact(group: readonly Asked[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    let turn = new Turn();
    try {
      this.sql.begin("BEGIN");
      for (const { rule } of group) {
        try {
          outcomes.push({ answer: await runRule(this.sql, rule, turn) });
        } catch (error) {
          outcomes.push({ error });
          turn.end();
          turn = new Turn();
        }
      }
    } finally {
      turn.end();
      // Nothing was written, so a rollback loses nothing.
      rollBack(this.sql);
    }
    return outcomes;
  }
}

export class ChangeGroups extends Groups {
  readonly #checkKept: () => void;
  #committedAtMs = Number.NEGATIVE_INFINITY;

  /** @param checkKept throws when commits are written to files that nobody will find again. */
  constructor(sql: Session, integrity: Integrity, checkKept: () => void) {
    super(sql, integrity, MAX_CHANGES);
    this.#checkKept = checkKept;
  }

  /** When the last group was committed, by `performance.now()`; far in the past when the last one was not. */
  get committedAtMs(): number {
    return this.#committedAtMs;
  }

  /** Before the next group. */
  emptyLogBetween(): void {
    this.between(() => this.emptyLog());
  }

  /** Moves the write-ahead log into the file and empties it; what cannot be moved now stays. Never rejects. */
  async emptyLog(): Promise<void> {
    // What is damaged is left as it is, for whoever saves the rest.
    if (typeof this.integrity.damage === "string") return;
    try {
      const { timeout } = this.sql.get<{ timeout: number }>("PRAGMA busy_timeout")!;
      this.sql.exec(`PRAGMA busy_timeout = ${CHECKPOINT_WAIT_MS}`);
      // Most of it is moved without holding up other programs that write.
      await this.sql
        .execAside("PRAGMA wal_checkpoint(PASSIVE); PRAGMA wal_checkpoint(TRUNCATE)")
        .finally(() => this.sql.exec(`PRAGMA busy_timeout = ${timeout}`));
    } catch (error) {
      this.integrity.told(error);
    }
  }

  protected async transact(group: readonly Asked[]): Promise<readonly Outcome[]> {
    this.integrity.refuseDamaged();
    return (
      (await this.#runTogether(group)) ??
      (await this.#transaction(async () => {
        const outcomes: Outcome[] = [];
        for (const { rule } of group) outcomes.push(await this.#runApart(rule));
        return outcomes;
      }))
    );
  }

  /** Null, and nothing is done, when a rule failed. */
  async #runTogether(group: readonly Asked[]): Promise<readonly Outcome[] | null> {
    let hasFailed = false;
    const turn = new Turn();
    try {
      return await this.#transaction(async () => {
        const outcomes: Outcome[] = [];
        for (const { rule } of group) {
          try {
            outcomes.push({ answer: await runRule(this.sql, rule, turn) });
          } catch (error) {
            hasFailed = this.sql.inTransaction;
            throw error;
          }
          // Without a transaction the next change would commit by itself and could not be undone with the others.
          if (!this.sql.inTransaction) throw lostTransaction();
        }
        turn.end();
        this.sql.writeDeferred();
        return outcomes;
      });
    } catch (error) {
      if (hasFailed) return null;
      throw error;
    } finally {
      turn.end();
    }
  }

  async #runApart(rule: Rule<unknown>): Promise<Outcome> {
    this.sql.exec("SAVEPOINT change");
    const turn = new Turn();
    try {
      const answer = await runRule(this.sql, rule, turn);
      this.sql.writeDeferred();
      this.sql.exec("RELEASE change");
      return { answer };
    } catch (error) {
      if (!this.sql.inTransaction) throw error instanceof SqlError ? error : lostTransaction(error);
      this.sql.exec("ROLLBACK TO change");
      this.sql.forget();
      this.sql.exec("RELEASE change");
      return { error };
    } finally {
      turn.end();
    }
  }

  async #transaction<Result>(run: () => Promise<Result>): Promise<Result> {
    try {
      this.sql.begin("BEGIN IMMEDIATE");
      const result = await run();
      await this.#commit();
      this.#expectKept();
      this.#committedAtMs = performance.now();
      return result;
    } catch (error) {
      this.#committedAtMs = Number.NEGATIVE_INFINITY;
      rollBack(this.sql);
      this.sql.forget();
      throw error;
    }
  }

  /** It is committed, though perhaps to a file that is lost. */
  #expectKept(): void {
    try {
      this.#checkKept();
    } catch (cause) {
      throw new StoreUnavailableError((cause as Error).message, { isUndecided: true, cause });
    }
  }

  async #commit(): Promise<void> {
    try {
      await this.sql.execAside("COMMIT");
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
