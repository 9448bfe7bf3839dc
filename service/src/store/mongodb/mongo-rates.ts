/**
 * Counters of rate limits in MongoDB, by the clock of the server. Additions to one counter that arrive while
 * earlier ones are on their way share the next round trip; each still sees its own total. A window is told from
 * others by its end.
 */
import type { RateCount, RateStore } from "../store.js";
import type { MongoAccess } from "./mongo-access.js";
import { isDuplicateKey } from "./mongo-errors.js";
import { serverTimeIn } from "./server-time.js";

/** Additions that share a round trip at most: their points are one array in the question. */
const MAX_GROUP = 256;

interface Addition {
  /** Negative to take back. */
  readonly points: number;
  /** Length of the window that the addition begins where none stands, in ms. */
  readonly windowMs: number;
  /** The only window to which it may be added; null for whichever stands. */
  readonly window: Date | null;
  resolve(count: RateCount): void;
  reject(error: unknown): void;
}

export class MongoRates implements RateStore {
  readonly #access: MongoAccess;
  /** Additions that wait, by counter; a counter without a round trip on its way has none. */
  readonly #waiting = new Map<string, Addition[]>();

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  add(key: string, points: number, windowMs: number): Promise<RateCount> {
    return this.#enqueue(key, { points, windowMs, window: null });
  }

  /** Where no window stands, it begins one that is over at once. */
  async takeBack(key: string, points: number, window: number): Promise<void> {
    await this.#enqueue(key, { points: -points, windowMs: 0, window: new Date(window) });
  }

  #enqueue(key: string, asked: Pick<Addition, "points" | "windowMs" | "window">): Promise<RateCount> {
    return new Promise((resolve, reject) => {
      const addition = { ...asked, resolve, reject };
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
    const window = counter.endsAt.getTime();
    const endsInMs = Math.max(0, window - counter.at.getTime());
    let { before: total } = counter;
    for (const addition of group) {
      if (addition.window === null || addition.window.getTime() === window) {
        total = Math.max(0, total + addition.points);
      }
      addition.resolve({ total, endsInMs, window });
    }
  }

  async #update(
    key: string,
    group: readonly Addition[],
  ): Promise<{ before: number; at: Date; endsAt: Date }> {
    const windowMs = group.reduce((longest, addition) => Math.max(longest, addition.windowMs), 0);
    const isRunning = { $gt: [{ $ifNull: ["$endsAt", new Date(0)] }, "$$NOW"] };
    const pipeline = [
      {
        $set: {
          at: "$$NOW",
          before: { $cond: [isRunning, "$total", 0] },
          endsAt: { $cond: [isRunning, "$endsAt", serverTimeIn(windowMs)] },
        },
      },
      {
        $set: {
          total: {
            $reduce: {
              input: { $literal: group.map(({ points, window }) => ({ points, window })) },
              initialValue: "$before",
              in: {
                $cond: [
                  { $in: ["$$this.window", [null, "$endsAt"]] },
                  { $max: [0, { $add: ["$$value", "$$this.points"] }] },
                  "$$value",
                ],
              },
            },
          },
        },
      },
    ];
    for (;;) {
      const counter = await this.#access.run(({ rates }) =>
        rates.findOneAndUpdate({ _id: { $eq: key } }, pipeline, { returnDocument: "after" }),
      );
      if (counter !== null) return counter;
      await this.#create(key);
    }
  }

  /**
   * Makes a counter whose window is over. Not an upsert with the addition: where two of these make a counter at the
   * same time, there is a server (SecantusDB 0.5.3-beta.193) that adds for both and tells one of them nothing.
   */
  async #create(key: string): Promise<void> {
    const past = new Date(0);
    try {
      await this.#access.run(({ rates }) =>
        rates.insertOne({ _id: key, before: 0, total: 0, at: past, endsAt: past }),
      );
    } catch (error) {
      // Another process made it.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
