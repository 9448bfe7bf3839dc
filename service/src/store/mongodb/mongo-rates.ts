/** The counters of rate limits in MongoDB, and the groups in which they and others ask. */

import { type Collection, type Document, ObjectId } from "mongodb";
import type { RateCount, RateStore } from "../store.js";
import { bounded, duplicatesOf, mayBeSentAgain, type Server } from "./connection.js";
import { groupedBy, valueById } from "./documents.js";

// Groups of what is asked for in one turn of the event loop, a few at a time. The cost of a question is its round trip,
// more of it in the driver than in the server, so that 64 together cost little more than one.
//
// A group that waits for its turn still takes questions; it waits at most until earlier groups time out.

interface Asked<Question, Answer> {
  readonly question: Question;
  resolve(answer: Answer | Promise<Answer>): void;
  reject(error: unknown): void;
}

/** Bounds a question and its answer. */
const MAX_GROUP = 256;

type AnswerAll<Question, Answer> = (
  questions: readonly Question[],
) => Promise<readonly (Answer | Promise<Answer>)[]>;

export class Gathering<Question, Answer> {
  readonly #answerAll: AnswerAll<Question, Answer>;
  readonly #maxInFlight: number;
  #queue: Asked<Question, Answer>[] = [];
  #isScheduled = false;
  readonly #running = new Set<Promise<void>>();

  /**
   * @param answerAll resolves with the answers to a group, in its order. When it rejects, all of the group reject.
   * @param maxInFlight more would make the groups smaller. With one, a single hanging connection would block all.
   */
  constructor(answerAll: AnswerAll<Question, Answer>, maxInFlight: number) {
    this.#answerAll = answerAll;
    this.#maxInFlight = maxInFlight;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ question, resolve, reject });
      this.#schedule();
    });
  }

  /** Resolves when all is done that was asked for. */
  async drained(): Promise<void> {
    while (this.#queue.length + this.#running.size > 0) {
      await Promise.race([...this.#running, new Promise(setImmediate)]);
    }
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.length === 0 || this.#running.size >= this.#maxInFlight) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const running = this.#run(this.#queue.splice(0, MAX_GROUP)).finally(() => {
        this.#running.delete(running);
        this.#schedule();
      });
      this.#running.add(running);
      this.#schedule();
    });
  }

  /** Never rejects. */
  async #run(group: readonly Asked<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.#answerAll(group.map(({ question }) => question));
      for (const [i, { resolve }] of group.entries()) resolve(answers[i]!);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}

// Counters of rate limits in MongoDB, by the clock of the server. Additions that arrive together share an update,
// whatever their counters, and each still gets its own total. The end of a window identifies it.
//
// An update of several counters does not return their former values. So each update stores in the counter the value
// that this process found. No other process changes that field, and this process reads it before its next update.

export interface RateDocument {
  readonly _id: string;
  /** The total after the latest additions, and the server's time of these. */
  readonly total: number;
  readonly at: Date;
  readonly endsAt: Date;
  /** For each process that added in this window: its last update's number, and the total before it. */
  readonly found?: Readonly<Record<string, { readonly update: number; readonly total: number }>>;
}

interface Addition {
  readonly key: string;
  /** Negative to take back. */
  readonly points: number;
  /** Length in ms of the window that the addition begins if none is open. */
  readonly windowMs: number;
  /** The only window that it may be added to; null for the current one. */
  readonly window: Date | null;
}

export class MongoRates implements RateStore {
  readonly #server: Server;
  readonly #rates: Collection<RateDocument>;
  /** Identifies this process. */
  readonly #process: string = new ObjectId().toHexString();
  /** Number of the last update that was sent. */
  #updates = 0;
  readonly #additions: Gathering<Addition, RateCount>;

  constructor(server: Server) {
    this.#server = server;
    // They need not outlive the server's process, so they cost no flush to the disk.
    this.#rates = server.db.collection("rates", {
      writeConcern: { w: 1, journal: false },
      readConcern: { level: "local" },
    });
    // One at a time, or the next update would overwrite the value that the former one found.
    this.#additions = new Gathering((additions) => this.#addAll(additions), 1);
  }

  add(key: string, points: number, windowMs: number): Promise<RateCount> {
    return this.#additions.ask({ key, points, windowMs, window: null });
  }

  /** If no window is open, this begins one that ends at once. */
  async takeBack(key: string, points: number, window: number): Promise<void> {
    await this.#additions.ask({ key, points: -points, windowMs: 0, window: new Date(window) });
  }

  async #addAll(additions: readonly Addition[]): Promise<readonly RateCount[]> {
    const counts = new Map<Addition, RateCount>();
    let left = groupedBy(additions, ({ key }) => key);
    while (left.size > 0) {
      const update = ++this.#updates;
      const counters = await this.#update(update, left);
      const missing = new Map([...left].filter(([key]) => !counters.has(key)));
      if (missing.size > 0) await this.#create([...missing.keys()]);
      // If a window ended before it was read, its count is lost, and the additions count in the next one.
      left = new Map(
        [...left].filter(([key, ofCounter]) => !this.#count(update, counters.get(key), ofCounter, counts)),
      );
    }
    return additions.map((addition) => counts.get(addition)!);
  }

  /** The count after each addition. False if the counter lacks the value that the update found. */
  #count(
    update: number,
    counter: RateDocument | undefined,
    additions: readonly Addition[],
    counts: Map<Addition, RateCount>,
  ): boolean {
    const found = counter?.found?.[this.#process];
    if (counter === undefined || found?.update !== update) return false;
    let { total } = found;
    const window = counter.endsAt.getTime();
    const endsInMs = Math.max(0, window - counter.at.getTime());
    for (const addition of additions) {
      if (addition.window === null || addition.window.getTime() === window) {
        total = Math.max(0, total + addition.points);
      }
      counts.set(addition, { total, endsInMs, window });
    }
    return true;
  }

  /** Adds to the existing counters. Returns them, by key, as they are afterwards. */
  async #update(update: number, additions: ReadonlyMap<string, readonly Addition[]>) {
    const keys = [...additions.keys()];
    const pipeline = this.#pipeline(update, additions);
    const projection = { at: 1, endsAt: 1, [`found.${this.#process}`]: 1 };
    if (keys.length === 1) {
      const counter = await bounded(this.#server, () =>
        this.#rates.findOneAndUpdate({ _id: { $eq: keys[0]! } }, pipeline, {
          returnDocument: "after",
          projection,
        }),
      );
      return new Map(counter === null ? [] : [[keys[0]!, counter]]);
    }
    const filter = { _id: { $in: keys } };
    const updateAll = () => bounded(this.#server, () => this.#rates.updateMany(filter, pipeline));
    // The driver does not send an update of several documents again.
    await updateAll().catch((error) => {
      if (!mayBeSentAgain(error)) throw error;
      return updateAll();
    });
    const counters = await bounded(this.#server, () => this.#rates.find(filter, { projection }).toArray());
    return new Map(counters.map((counter) => [counter._id, counter]));
  }

  #pipeline(update: number, additions: ReadonlyMap<string, readonly Addition[]>): Document[] {
    const keys = [...additions.keys()];
    const windowMs = (key: string) => Math.max(...additions.get(key)!.map(({ windowMs }) => windowMs));
    // Requires MongoDB 5.0.
    const end = { $dateAdd: { startDate: "$$NOW", unit: "millisecond", amount: valueById(keys, windowMs) } };
    const points = (key: string) => additions.get(key)!.map(({ points, window }) => ({ points, window }));
    const isRunning = { $gt: ["$endsAt", "$$NOW"] };
    const ownFound = `found.${this.#process}`;
    const isRepeated = { $eq: [`$${ownFound}.update`, update] };
    return [
      {
        $set: {
          at: "$$NOW",
          total: { $cond: [isRunning, "$total", 0] },
          endsAt: { $cond: [isRunning, "$endsAt", end] },
          found: { $cond: [isRunning, { $ifNull: ["$found", NOTHING] }, NOTHING] },
        },
      },
      {
        $set: {
          [ownFound]: {
            $cond: [isRepeated, `$${ownFound}`, { update: { $literal: update }, total: "$total" }],
          },
          total: {
            $reduce: {
              input: { $cond: [isRepeated, [], valueById(keys, points)] },
              initialValue: "$total",
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
  }

  /**
   * Creates counters whose window is over. Not an upsert with the addition: when two of these create a counter at the
   * same time, SecantusDB 0.5.3-beta.193 adds for both but does not report one of them.
   */
  async #create(keys: readonly string[]): Promise<void> {
    const past = new Date(0);
    const documents = keys.map((_id) => ({ _id, total: 0, at: past, endsAt: past }));
    await bounded(this.#server, () =>
      this.#rates.insertMany(documents, { ordered: false }).catch((error) => {
        // Another process made some of them.
        if (duplicatesOf(error) === null) throw error;
      }),
    );
  }
}

const NOTHING = { $literal: {} };
