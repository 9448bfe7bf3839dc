/**
 * Reads from MongoDB. Those that are asked for in one turn share their questions. A query of one row, or of one page,
 * needs no transaction: it sees what the majority has. One that asks more is run in a transaction, so that it sees one
 * state; which those are is learned by their names.
 */
import { type Outcome, runGroup } from "../group.js";
import type { Rule } from "../store.js";
import { CLOSED, StoreUnavailableError } from "../store.js";
import { Gathering } from "./gathering.js";
import { bounded, MongoSnapshot, type Server, transactions } from "./mongo-transactions.js";

const GATHERING = { maxGroup: 256, maxInFlight: 2 };

interface Asked {
  readonly name: string;
  readonly query: Rule<unknown>;
}

export class MongoReads {
  readonly #server: Server;
  readonly #plain: Gathering<Asked, unknown>;
  readonly #together: Gathering<Asked, unknown>;
  /** Names of queries that ask more than one question. */
  readonly #wide = new Set<string>();
  #isClosed = false;

  constructor(server: Server) {
    this.#server = server;
    this.#plain = new Gathering((group) => this.#runPlain(group), GATHERING);
    this.#together = new Gathering((group) => this.#runTogether(group), GATHERING);
  }

  run(name: string, query: Rule<unknown>): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailableError(CLOSED));
    const gathering = this.#wide.has(name) ? this.#together : this.#plain;
    return gathering.ask({ name, query });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#plain.drained();
    await this.#together.drained();
  }

  async #runPlain(group: readonly Asked[]): Promise<Promise<unknown>[]> {
    const queries = group.map(({ query }) => query);
    const { outcomes, questions } = await bounded(this.#server, () =>
      runGroup(queries, new MongoSnapshot(this.#server)),
    );
    return group.map((asked, i) => {
      if (questions[i]! <= 1) return settled(outcomes[i]!);
      this.#wide.add(asked.name);
      return this.#together.ask(asked);
    });
  }

  async #runTogether(group: readonly Asked[]): Promise<Promise<unknown>[]> {
    let outcomes: readonly (Outcome | null)[] = [];
    await transactions(this.#server)(async (snapshot) => {
      const queries = group.map(({ query }) => query);
      ({ outcomes } = await runGroup(queries, snapshot));
      return [];
    });
    return outcomes.map((outcome) => settled(outcome!));
  }
}

async function settled(outcome: Outcome): Promise<unknown> {
  if ("error" in outcome) throw outcome.error;
  return outcome.answer;
}
