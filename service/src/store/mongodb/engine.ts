/**
 * The store on MongoDB, for any number of processes: a replica set (one member is enough) or a sharded cluster. Each
 * change is part of a transaction that reads a snapshot, and is in the journals of a majority before it resolves.
 */

import { type AnyBulkWriteOperation, type ClientSession, MongoError, type TransactionOptions } from "mongodb";
import { type Outcome, type RowWrite, runGroup, type Snapshot } from "../group.js";
import { Groups, type Transact } from "../groups.js";
import { type AnyKey, type AnyRow, type AskedPage, keyOf, rowId, type Table } from "../rows.js";
import {
  CLOSED,
  DuplicateError,
  type Query,
  type Rule,
  type Store,
  StoreUnavailableError,
} from "../store.js";
import { bounded, isDuplicateKey, openDatabase, type Server, serverOf } from "./connection.js";
import {
  cellsOf,
  filterOf,
  groupedBy,
  idOf,
  questionOf,
  rowOf,
  type Stored,
  valueById,
} from "./documents.js";
import { Instances } from "./instances.js";
import { Gathering, MongoRates } from "./mongo-rates.js";
import { type MongodbOptions, metaOf, prepare } from "./prepare.js";

/** How long a successful write counts as evidence that writes succeed. */
const WRITE_HOLDS_MS = 5_000;

/**
 * Opens the store. Creates its collections and indexes if missing.
 *
 * @throws StandaloneServerError
 * @throws StoreUnavailableError when the URL cannot be used or no server answers in time; the message carries neither
 * address nor credentials, the cause may.
 * @throws OtherReleaseError when another release wrote the database, and this one cannot work on it.
 */
export async function openMongodb(options: MongodbOptions): Promise<Store> {
  const { url, timeoutMs } = options;
  await prepare(options);
  const { client, db } = await openDatabase(url, timeoutMs);
  const server = serverOf({ client, db, timeoutMs });
  const instances = new Instances(server, options.log);
  const groups = new Groups(transactions(server, (work) => instances.withSession(work)));
  const reads = new MongoReads(server);
  const ping = pingOf(server);
  return {
    read: <Answer>(name: string, query: Query<Answer>) => reads.run(name, query) as Promise<Answer>,
    change: <Answer>(_: string, rule: Rule<Answer>) => groups.run(rule) as Promise<Answer>,
    counters: new MongoRates(server),
    ping,
    close: async () => {
      await Promise.all([groups.close(), reads.close()]);
      await instances.close();
      await client.close();
    },
  };
}

/**
 * A primary can answer every read while no write reaches the majority. So a ping for writes makes one if its last one is
 * not recent, or if anything has failed since.
 */
function pingOf(server: Server): Store["ping"] {
  let wroteAtMs = Number.NEGATIVE_INFINITY;
  const meta = metaOf(server.db);
  const write = async (): Promise<Date> => {
    for (;;) {
      try {
        const written = await bounded(server, () =>
          meta.findOneAndUpdate({ _id: "ping" }, [{ $set: { at: "$$NOW" } }], {
            upsert: true,
            returnDocument: "after",
          }),
        );
        wroteAtMs = performance.now();
        if (written?.at !== undefined) return written.at;
      } catch (error) {
        // Another process has made the document at the same time: the next turn finds it.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  };
  return async (need) => {
    const isRecent = performance.now() - wroteAtMs < WRITE_HOLDS_MS && server.lastFailureAtMs < wroteAtMs;
    if (need === "writes" && !isRecent) return write();
    const found = await bounded(server, () =>
      meta.aggregate<{ now: Date }>([{ $match: { _id: "version" } }, { $project: { now: "$$NOW" } }]).next(),
    );
    // A restore may have removed the document.
    return found?.now ?? write();
  };
}

const IN_FLIGHT = 2;

interface Asked {
  readonly name: string;
  readonly query: Rule<unknown>;
}

/**
 * Reads that are asked for in one turn share their questions. A query of one row, or of one page, needs no transaction: it
 * sees what the majority has. One that asks more is run in a transaction, so that it sees one state; which those are is
 * learned by their names.
 */
export class MongoReads {
  readonly #server: Server;
  readonly #plain: Gathering<Asked, unknown>;
  readonly #together: Gathering<Asked, unknown>;
  /** Names of queries that ask more than one question. */
  readonly #wide = new Set<string>();
  #isClosed = false;

  constructor(server: Server) {
    this.#server = server;
    this.#plain = new Gathering((group) => this.#runPlain(group), IN_FLIGHT);
    this.#together = new Gathering((group) => this.#runTogether(group), IN_FLIGHT);
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

const OPTIONS: TransactionOptions = {
  readConcern: { level: "snapshot" },
  writeConcern: { w: "majority", journal: true },
  readPreference: "primary",
};

/** Bounds a question and its answer. */
const MAX_KEYS = 1_000;

/** Rows of a transaction, or as the majority has them now if there is none. */
export class MongoSnapshot implements Snapshot {
  readonly #server: Server;
  readonly #options: { readonly session?: ClientSession };

  constructor(server: Server, session?: ClientSession) {
    this.#server = server;
    this.#options = session === undefined ? {} : { session };
  }

  async find(table: Table, keys: readonly AnyKey[]): Promise<(AnyRow | null)[]> {
    const ids = keys.flatMap((key) => idOf(table, key) ?? []);
    const found = new Map<string, AnyRow>();
    for (let i = 0; i < ids.length; i += MAX_KEYS) {
      const filter = filterOf(table, ids.slice(i, i + MAX_KEYS));
      for (const stored of await this.#collection(table).find(filter, this.#options).toArray()) {
        const row = rowOf(table, stored);
        found.set(rowId(table, keyOf(table, row)), row);
      }
    }
    return keys.map((key) => found.get(rowId(table, key)) ?? null);
  }

  async page(table: Table, page: AskedPage): Promise<AnyRow[]> {
    const question = questionOf(table, page);
    if (question === null || page.limit === 0) return [];
    const { filter, sort } = question;
    const cursor = this.#collection(table).find(filter, { ...this.#options, sort, limit: page.limit });
    return (await cursor.toArray()).map((stored) => rowOf(table, stored));
  }

  #collection(table: Table) {
    return this.#server.db.collection<Stored>(table.name);
  }
}

/** One question to the server for each table. */
async function write({ db }: Server, session: ClientSession, writes: readonly RowWrite[]): Promise<void> {
  // In one order, whatever the rules wrote first: a server that lets a write wait for a row, as SecantusDB, would otherwise have
  // two transactions wait for each other.
  const ids = new Map(writes.map((one) => [one, rowId(one.table, one.key)]));
  const sorted = writes.toSorted((a, b) => (ids.get(a)! < ids.get(b)! ? -1 : 1));
  for (const [table, ofTable] of groupedBy(sorted, ({ table }) => table)) {
    const collection = db.collection<Stored>(table.name);
    const raises = ofTable.filter(isRaise);
    const removed = ofTable.filter(({ kind }) => kind === "remove").map(storedId);
    // Each kind is one command. Updates first: they may free what an insertion takes.
    const updates = ofTable.filter((one) => ["update", "replace"].includes(one.kind) && !isRaise(one));
    const inserts = ofTable.filter(({ kind }) => kind === "insert");
    const operations = [...updates, ...inserts].map(operationOf);
    // One question for all: a portion of the queue has a thousand.
    if (removed.length > 0) operations.push({ deleteMany: { filter: filterOf(table, removed) } });
    if (raises.length > 0) operations.push(raiseAll(table, raises));
    const { matchedCount } = await collection.bulkWrite(operations, { session, ordered: true });
    // The snapshot has these rows, and nobody else can have removed them.
    const missing = updates.length + raises.length - matchedCount;
    if (missing !== 0) throw new Error(`${missing} rows of ${table.name} are missing`);
  }
}

/** Whether a row is only touched, or only its counters are added to. */
const isRaise = ({ kind, cells }: RowWrite) => kind === "update" && Object.keys(cells).length === 0;

/** One update for all rows: 64 by themselves take five times as long, measured. */
function raiseAll(table: Table, raises: readonly RowWrite[]): AnyBulkWriteOperation<Stored> {
  const byId = new Map(raises.map((one) => [storedId(one), one.added]));
  const ids = [...byId.keys()];
  const columns = new Set(raises.flatMap(({ added }) => Object.keys(added)));
  const sums = [...columns].map((column) => {
    const by = valueById(ids, (id) => byId.get(id)?.[column] ?? 0);
    return [column, { $add: [`$${column}`, by] }] as const;
  });
  const $set = { ...Object.fromEntries(sums), revision: { $add: ["$revision", 1] } };
  return { updateMany: { filter: filterOf(table, ids), update: [{ $set }] } };
}

/** @throws RangeError when nothing can be stored under the key. */
function storedId({ table, key }: RowWrite) {
  const id = idOf(table, key);
  if (id === undefined) throw new RangeError(`a key of ${table.name} expected identifiers and hashes`);
  return id;
}

function operationOf(write: RowWrite): AnyBulkWriteOperation<Stored> {
  const { table, kind, cells, added } = write;
  const _id = storedId(write);
  if (kind === "insert") return { insertOne: { document: { _id, ...cellsOf(table, cells), revision: 0 } } };
  const filter = filterOf(table, [_id]);
  const update = { $set: cellsOf(table, cells), $inc: { ...added, revision: 1 } };
  return { updateOne: { filter, update } };
}

/** @param withSession gives the session of each transaction. */
export function transactions(
  server: Server,
  withSession: (work: (session: ClientSession) => Promise<void>) => Promise<void> = (work) =>
    server.client.withSession(work),
): Transact {
  return async (run) => {
    const state = { isOver: false, isCommitting: false };
    // The caller has its answer: what nobody knows of must hold no rows, and must not take effect.
    const endIfOver = () => {
      if (state.isOver) throw new StoreUnavailableError("the time is over");
    };
    const attempt = async (session: ClientSession) => {
      // The driver begins anew when the server no longer knows a transaction. A server that ended between a commit and its
      // answer may have forgotten one that took effect, so nothing runs on top of it.
      if (state.isCommitting) throw new StoreUnavailableError("the answer to a commit was lost");
      const writes = await run(new MongoSnapshot(server, session));
      endIfOver();
      await write(server, session, writes);
      endIfOver();
      state.isCommitting = true;
    };
    try {
      await bounded(server, () =>
        withSession((session) => session.withTransaction(() => attempt(session), OPTIONS)),
      );
    } catch (error) {
      if (isDuplicateKey(error)) throw new DuplicateError("a table has the row already", { cause: error });
      throw state.isCommitting ? undecided(error) : error;
    } finally {
      state.isOver = true;
    }
  };
}

/** What a commit ended with, unless the server says that it undid the transaction. */
function undecided(error: unknown): unknown {
  if (!(error instanceof StoreUnavailableError)) return error;
  const { cause } = error;
  if (cause instanceof MongoError && cause.hasErrorLabel("TransientTransactionError")) return error;
  return new StoreUnavailableError(error.message, { cause, isUndecided: true });
}
