/**
 * How the parts of the MongoDB store reach the server: each question bounded in time, and the driver's failures
 * told as the port tells them.
 */
import type { Collection, Document, OptionalUnlessRequiredId } from "mongodb";
import { StoreUnavailableError } from "../store.js";
import { TimeBound } from "../time-bound.js";
import type { Collections } from "./documents.js";
import { duplicatesOf, mayBeSentAgain, toStoreError } from "./mongo-errors.js";

export class MongoAccess {
  readonly collections: Collections;
  /** Time after which an unanswered question counts as failed. */
  readonly timeoutMs: number;
  /** When a question failed last, on the clock of `performance.now()`. */
  #lastFailureAtMs = Number.NEGATIVE_INFINITY;

  constructor(collections: Collections, timeoutMs: number) {
    this.collections = collections;
    this.timeoutMs = timeoutMs;
  }

  get lastFailureAtMs(): number {
    return this.#lastFailureAtMs;
  }

  /**
   * Awaits an answer of the server.
   *
   * The driver has bounds of its own for each part of the way, which add up where it tries again; this is the
   * bound of the whole. What was sent may still take effect afterwards: no caller relies on the contrary.
   *
   * @throws StoreUnavailableError
   */
  async run<Result>(ask: (collections: Collections) => Promise<Result>): Promise<Result> {
    const bound = new TimeBound(this.timeoutMs);
    try {
      return await Promise.race([ask(this.collections), bound.exceeded]);
    } catch (error) {
      const told = toStoreError(error);
      if (told instanceof StoreUnavailableError) this.#lastFailureAtMs = performance.now();
      throw told;
    } finally {
      bound.end();
    }
  }

  /**
   * As `run`, for an update of several documents that changes nothing when it is sent twice: sent once more where the
   * driver does so with updates of single documents.
   */
  async runRepeatable<Result>(ask: (collections: Collections) => Promise<Result>): Promise<Result> {
    try {
      return await this.run(ask);
    } catch (error) {
      if (!mayBeSentAgain(error)) throw error;
      return this.run(ask);
    }
  }

  /**
   * Inserts documents, each by itself.
   *
   * @returns the positions of those whose `_id` exists already; all others are stored durably.
   * @throws StoreUnavailableError when it is unknown which are.
   */
  insertEach<Schema extends Document>(
    collection: Collection<Schema>,
    documents: readonly OptionalUnlessRequiredId<Schema>[],
  ): Promise<ReadonlySet<number>> {
    return this.run(async () => {
      if (documents.length === 0) return new Set<number>();
      try {
        await collection.insertMany(documents, { ordered: false });
        return new Set<number>();
      } catch (error) {
        const duplicates = duplicatesOf(error);
        if (duplicates === null) throw error;
        return duplicates;
      }
    });
  }
}
