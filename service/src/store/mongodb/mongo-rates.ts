/**
 * Counters of rate limits in MongoDB, by the clock of the server. Additions to one counter that arrive while
 * earlier ones are on their way share the next round trip; each still sees its own total.
 */
import type { RateStore } from "../store.js";
import type { MongoAccess } from "./mongo-access.js";
import { isDuplicateKey } from "./mongo-errors.js";
import { serverTimeIn } from "./server-time.js";

/** Additions that share a round trip at most: their points are one array in the question. */
const MAX_GROUP = 256;

interface Addition {
  readonly points: number;
  readonly windowMs: number;
  resolve(counter: { total: number; endsInMs: number }): void;
  reject(error: unknown): void;
}

export class MongoRates implements RateStore {
  readonly #access: MongoAccess;
  /** Additions that wait, by counter; a counter without a round trip on its way has none. */
  readonly #waiting = new Map<string, Addition[]>();

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  add(key: string, points: number, windowMs: number): Promise<{ total: number; endsInMs: number }> {
    return new Promise((resolve, reject) => {
      const addition = { points, windowMs, resolve, reject };
      const waiting = this.#waiting.get(key);
      if (waiting !== undefined) waiting.push(addition);
      else {
        this.#waiting.set(key, [addition]);
        void this.#work(key);
      }
    });
  }

  /** Never rejects. */
  async #work(key: string): Promise<void> {
    const waiting = this.#waiting.get(key)!;
    // What else arrives in this turn of the event loop goes along.
    await Promise.resolve();
    while (waiting.length > 0) {
      const group = waiting.splice(0, MAX_GROUP);
      try {
        await this.#addGroup(key, group);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#waiting.delete(key);
  }

  async #addGroup(key: string, group: readonly Addition[]): Promise<void> {
    const counter = await this.#update(key, group);
    const endsInMs = Math.max(0, counter.endsAt.getTime() - counter.at.getTime());
    let { before: total } = counter;
    for (const { points, resolve } of group) {
      total = Math.max(0, total + points);
      resolve({ total, endsInMs });
    }
  }

  async #update(
    key: string,
    group: readonly Addition[],
  ): Promise<{ before: number; at: Date; endsAt: Date }> {
    const isRunning = { $gt: [{ $ifNull: ["$endsAt", new Date(0)] }, "$$NOW"] };
    const pipeline = [
      {
        $set: {
          at: "$$NOW",
          before: { $cond: [isRunning, "$total", 0] },
          endsAt: { $cond: [isRunning, "$endsAt", serverTimeIn(group[0]!.windowMs)] },
        },
      },
      {
        $set: {
          total: {
            $reduce: {
              input: { $literal: group.map(({ points }) => points) },
              initialValue: "$before",
              in: { $max: [0, { $add: ["$$value", "$$this"] }] },
            },
          },
        },
      },
    ];
    for (;;) {
      try {
        const counter = await this.#access.run(({ rates }) =>
          rates.findOneAndUpdate({ _id: { $eq: key } }, pipeline, { upsert: true, returnDocument: "after" }),
        );
        // Null where two made the counter at the same time, on a server (SecantusDB 0.5.3-beta.193) that does not say so.
        if (counter !== null) return counter;
      } catch (error) {
        // Two made the counter at the same time: the second finds it now.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }
}
