/**
 * Whether MongoDB answers and takes writes. A primary can answer every question while no write reaches the majority:
 * so one is made when none of this ping's own was of late, or when anything has failed since. Both are questions that
 * the driver asks again by itself where a connection breaks.
 */
import type { StoreNeed } from "../store.js";
import type { MongoAccess } from "./mongo-access.js";
import { isDuplicateKey } from "./mongo-errors.js";

/** How long a successful write counts as evidence that writes succeed. */
const WRITE_HOLDS_MS = 5_000;
/** Beside the leases of the jobs; it has no holder, so that nobody waits for it. */
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
      // Two made the document at the same time: the second finds it now.
    }
  }

  /** Null where a restore has removed it. */
  async #read(): Promise<Date | null> {
    const found = await this.#access.run(({ leases }) =>
      leases.aggregate<{ now: Date }>([{ $match: PING_LEASE }, { $project: { now: "$$NOW" } }]).next(),
    );
    return found?.now ?? null;
  }
}
