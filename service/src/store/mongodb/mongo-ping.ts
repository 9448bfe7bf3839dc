/**
 * Whether MongoDB answers and takes writes. A primary can answer every question while no write reaches the majority:
 * so one is made when none of this ping's own was of late, or when anything has failed since.
 */
import type { MongoAccess } from "./mongo-access.js";

/** How long a write that came through stands for those to come. */
const WRITE_HOLDS_MS = 5_000;
/** Beside the leases of the jobs; it has no holder, so that nobody waits for it. */
const PING_LEASE = "ping";

export class MongoPing {
  readonly #access: MongoAccess;
  #wroteAtMs = Number.NEGATIVE_INFINITY;

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  /** The server's time. @throws StoreUnavailableError */
  async ask(): Promise<Date> {
    const nowMs = performance.now();
    const isDue = nowMs - this.#wroteAtMs > WRITE_HOLDS_MS || this.#access.lastFailureAtMs > this.#wroteAtMs;
    if (isDue) {
      await this.#access.run(({ leases }) =>
        leases.updateOne(
          { _id: { $eq: PING_LEASE } },
          [{ $set: { holder: null, token: 0, expiresAt: "$$NOW" } }],
          { upsert: true },
        ),
      );
      this.#wroteAtMs = performance.now();
    }
    const hello = await this.#access.run(({ leases }) => leases.db.command({ hello: 1 }));
    return hello["localTime"] as Date;
  }
}
