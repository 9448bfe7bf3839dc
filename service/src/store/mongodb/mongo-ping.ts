/**
 * Checks whether MongoDB answers and takes writes. A primary can answer every read while no write reaches the majority.
 * So the ping makes a write if its last one is not recent, or if anything has failed since. The driver itself retries
 * both the read and the write when a connection breaks.
 */
import type { StoreNeed } from "../store.js";
import type { MongoAccess } from "./access/mongo-access.js";
import { isDuplicateKey } from "./access/mongo-errors.js";

/** How long a successful write counts as evidence that writes succeed. */
const WRITE_HOLDS_MS = 5_000;
/** Stored with the leases of the jobs. It has no holder, so nobody waits for it. */
const PING_LEASE = { _id: { $eq: "ping" } };

export class MongoPing {
  readonly #access: MongoAccess;
  #wroteAtMs = Number.NEGATIVE_INFINITY;

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  /** The server's time. @throws StoreUnavailableError */
  async ask(need: StoreNeed = "writes"): Promise<Date> {
    const isDue =
      need === "writes" &&
      (performance.now() - this.#wroteAtMs > WRITE_HOLDS_MS ||
        this.#access.lastFailureAtMs > this.#wroteAtMs);
    return (isDue ? null : await this.#read()) ?? this.#write();
  }

  async #write(): Promise<Date> {
    for (;;) {
      try {
        const written = await this.#access.run(({ leases }) =>
          leases.findOneAndUpdate(PING_LEASE, [{ $set: { holder: null, token: 0, expiresAt: "$$NOW" } }], {
            upsert: true,
            returnDocument: "after",
          }),
        );
        this.#wroteAtMs = performance.now();
        if (written !== null) return written.expiresAt;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      // Another process created the document at the same time; the retry finds it.
    }
  }

  /** Null if a restore has removed the document. */
  async #read(): Promise<Date | null> {
    const found = await this.#access.run(({ leases }) =>
      leases.aggregate<{ now: Date }>([{ $match: PING_LEASE }, { $project: { now: "$$NOW" } }]).next(),
    );
    return found?.now ?? null;
  }
}
