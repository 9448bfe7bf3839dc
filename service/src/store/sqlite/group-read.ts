/**
 * Group read: reads that are asked for in one turn of the event loop run one after the other, in one transaction.
 *
 * A lookup by itself is a few microseconds of work and several times as much of fetching SQLite's code and pages back
 * into the processor's caches, and of taking and giving back the database's lock. Requests that arrive together share
 * that. Each read stands for itself: its failure is its own.
 */
import type { Connection } from "./connection.js";
import { rollBack } from "./roll-back.js";

/** Bounds how long one group blocks the event loop. */
const MAX_GROUP = 128;

interface Read {
  /** Runs and settles; never throws. */
  readonly work: () => void;
  readonly reject: (error: unknown) => void;
}

export class GroupRead {
  readonly #connection: Connection;
  #queue: Read[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Runs a synchronous read at the end of this turn. Rejects with what it throws. */
  run<Result>(work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      this.#queue.push({ work: settle, reject });
      if (this.#queue.length === 1) setImmediate(() => this.#runGroup());
    });
  }

  /** Runs what is queued, at once. */
  flush(): void {
    while (this.#queue.length > 0) this.#runGroup();
  }

  #runGroup(): void {
    const group = this.#queue.splice(0, MAX_GROUP);
    if (this.#queue.length > 0) setImmediate(() => this.#runGroup());
    if (group.length === 1) {
      group[0]!.work();
      return;
    }
    if (group.length === 0) return;
    try {
      this.#connection.exec("BEGIN");
    } catch (error) {
      for (const { reject } of group) reject(error);
      return;
    }
    for (const { work } of group) work();
    // Nothing was written, so there is nothing to commit, and nothing to lose.
    rollBack(this.#connection);
  }
}
