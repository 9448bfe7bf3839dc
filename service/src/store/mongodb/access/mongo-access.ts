/**
 * Server access for the parts of the MongoDB store. Each query has a time limit, and the driver's failures become
 * errors of the port.
 */
import type { Collection, Document, OptionalUnlessRequiredId } from "mongodb";
import { StoreUnavailableError } from "../../store.js";
import { TimeBound } from "../../time-bound.js";
import type { Collections } from "../documents/documents.js";
import { duplicatesOf, isDuplicateKey, mayBeSentAgain, toStoreError } from "./mongo-errors.js";

export class MongoAccess {
  readonly collections: Collections;
  /** Time after which an unanswered query counts as failed. */
  readonly timeoutMs: number;
  /** When a query last failed, by `performance.now()`. */
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
   * The driver limits each step of a query, and retries add up; this limits the whole. A write may still take effect
   * after the time-out, and no caller relies on the contrary.
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
   * Like `run`, for the insertion of a document under an identifier that nobody else uses. If it is there, the driver has
   * sent it again because the answer was lost.
   */
  async insertOwn(insert: (collections: Collections) => Promise<unknown>): Promise<void> {
    try {
      await this.run(insert);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /**
   * Like `run`, for an idempotent update of several documents. It is retried where the driver would retry an update of
   * one document.
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
   * @returns the positions of documents whose `_id` exists already; all others are stored durably.
   * @throws StoreUnavailableError when it is unknown which were stored.
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
