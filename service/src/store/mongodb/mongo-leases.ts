/** Leases in MongoDB, one document each. Times are by the clock of the server. */
import type { Lease, LeaseStore } from "../store.js";
import type { MongoAccess } from "./access/mongo-access.js";
import { isDuplicateKey } from "./access/mongo-errors.js";
import { serverTimeIn } from "./access/server-time.js";

export class MongoLeases implements LeaseStore {
  readonly #access: MongoAccess;

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  async acquire(name: string, holder: string, ttlMs: number): Promise<Lease | null> {
    const isHeld = { $gt: [{ $ifNull: ["$expiresAt", new Date(0)] }, "$$NOW"] };
    const isMine = { $and: [isHeld, { $eq: ["$holder", { $literal: holder }] }] };
    const isOthers = { $and: [isHeld, { $ne: ["$holder", { $literal: holder }] }] };
    const token = { $ifNull: ["$token", 0] };
    const taken = {
      holder: { $cond: [isOthers, "$holder", { $literal: holder }] },
      token: { $cond: [{ $or: [isMine, isOthers] }, token, { $add: [token, 1] }] },
      expiresAt: { $cond: [isOthers, "$expiresAt", serverTimeIn(ttlMs)] },
    };
    for (;;) {
      try {
        const lease = await this.#access.run(({ leases }) =>
          leases.findOneAndUpdate({ _id: { $eq: name } }, [{ $set: taken }], {
            upsert: true,
            returnDocument: "after",
          }),
        );
        return lease !== null && lease.holder === holder ? { name, holder, token: lease.token } : null;
      } catch (error) {
        // Another process created the document at the same time; the retry finds it.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }

  async release({ name, holder, token }: Lease): Promise<void> {
    await this.#access.run(({ leases }) =>
      leases.updateOne(
        { _id: { $eq: name }, holder: { $eq: holder }, token: { $eq: token } },
        { $set: { holder: null, expiresAt: new Date(0) } },
      ),
    );
  }
}
