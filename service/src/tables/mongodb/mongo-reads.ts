/**
 * Reads from MongoDB. Those that are asked for in one turn share their questions. A query of one row, or of one page,
 * needs no transaction: it sees what the majority has. One that asks more is run in a transaction, so that it sees one
 * state; which those are is learned by their names.
 */

import { type Outcome, runGroup } from "../group.js";
import type { Rule } from "../store.js";
import { CLOSED, StoreUnavailableError } from "../store.js";
import { bounded, MongoSnapshot, type Server, transactions } from "./mongo-transactions.js";

const MAX_GROUP = 256;
/** More would make the groups smaller. With one, a single hanging connection would block all reads. */
const MAX_IN_FLIGHT = 2;

interface Asked {
  readonly name: string;
  readonly query: Rule<unknown>;
  settle(outcome: Outcome): void;
}

export class MongoReads {
  readonly #server: Server;
  readonly #plain: Gathering;
  readonly #together: Gathering;
  /** Names of queries that ask more than one question. */
  readonly #wide = new Set<string>();
  #isClosed = false;

  constructor(server: Server) {
    this.#server = server;
    this.#plain = new Gathering((group) => this.#runPlain(group));
    this.#together = new Gathering((group) => this.#runTogether(group));
  }

  run(name: string, query: Rule<unknown>): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailableError(CLOSED));
    return new Promise((resolve, reject) => {
      const settle = (outcome: Outcome) =>
        "error" in outcome ? reject(outcome.error) : resolve(outcome.answer);
      const gathering = this.#wide.has(name) ? this.#together : this.#plain;
      gathering.add({ name, query, settle });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#plain.drained();
    await this.#together.drained();
  }

  async #runPlain(group: readonly Asked[]): Promise<void> {
    const queries = group.map(({ query }) => query);
    const { outcomes, questions } = await bounded(this.#server, () =>
      runGroup(queries, new MongoSnapshot(this.#server.db)),
    );
    for (const [i, asked] of group.entries()) {
      if (questions[i]! <= 1) asked.settle(outcomes[i]!);
      else {
        this.#wide.add(asked.name);
        this.#together.add(asked);
      }
    }
  }

  async #runTogether(group: readonly Asked[]): Promise<void> {
    let outcomes: readonly (Outcome | null)[] = [];
    await transactions(this.#server)(async (snapshot) => {
      const queries = group.map(({ query }) => query);
      ({ outcomes } = await runGroup(queries, snapshot));
      return [];
    });
    for (const [i, { settle }] of group.entries()) settle(outcomes[i]!);
  }
}

/** Groups of what was asked for in one turn, a few at a time. */
class Gathering {
  readonly #run: (group: readonly Asked[]) => Promise<void>;
  #queue: Asked[] = [];
  #isScheduled = false;
  readonly #running = new Set<Promise<void>>();

  constructor(run: (group: readonly Asked[]) => Promise<void>) {
    this.#run = run;
  }

  add(asked: Asked): void {
    this.#queue.push(asked);
    this.#schedule();
  }

  /** Resolves when all is done that was asked for. */
  async drained(): Promise<void> {
    while (this.#queue.length + this.#running.size > 0) {
      await Promise.race([...this.#running, new Promise(setImmediate)]);
    }
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.length === 0 || this.#running.size >= MAX_IN_FLIGHT) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const group = this.#queue.splice(0, MAX_GROUP);
      const running = this.#run(group)
        .catch((error: unknown) => {
          for (const { settle } of group) settle({ error });
        })
        .finally(() => {
          this.#running.delete(running);
          this.#schedule();
        });
      this.#running.add(running);
      this.#schedule();
    });
  }
}
