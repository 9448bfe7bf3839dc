/**
 * Group read: reads that are requested in one turn of the event loop run one after the other, in one transaction.
 *
 * A lookup takes a few microseconds. Bringing SQLite's code and pages back into the processor's caches and locking the
 * database takes several times as long. Requests that arrive together share that cost. The failure of one read does not
 * affect the others.
 */
import type { Connection } from "./connection.js";
import { rollBack } from "./roll-back.js";

/** Bounds how long one group blocks the event loop. */
const MAX_GROUP = 128;

interface Read {
  /** Runs the read and settles its promise; never throws. */
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

  /** Runs the queued reads at once. */
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
    // Nothing was written, so a rollback loses nothing.
    rollBack(this.#connection);
  }
}
