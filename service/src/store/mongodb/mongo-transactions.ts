/** Transactions of MongoDB for groups of rules, and reads. */
import {
  type AnyBulkWriteOperation,
  type ClientSession,
  type Db,
  type MongoClient,
  MongoError,
  type TransactionOptions,
} from "mongodb";
import type { RowWrite, Snapshot } from "../group.js";
import type { Transact } from "../groups.js";
import { type AnyKey, type AnyRow, type AskedPage, keyOf, rowId, type Table } from "../rows.js";
import { DuplicateError, StoreUnavailableError } from "../store.js";
import { TimeBound } from "../time-bound.js";
import { cellsOf, filterOf, idOf, questionOf, rowOf, type Stored } from "./documents.js";
import { isDuplicateKey, toStoreError } from "./mongo-errors.js";
import { valueById } from "./value-by-id.js";

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
  const byTable = new Map<Table, RowWrite[]>();
  for (const one of writes) {
    const ofTable = byTable.get(one.table);
    if (ofTable === undefined) byTable.set(one.table, [one]);
    else ofTable.push(one);
  }
  for (const [table, ofTable] of byTable) {
    const collection = db.collection<Stored>(table.name);
    const raises = ofTable.filter(isRaise);
    const removed = ofTable.filter(({ kind }) => kind === "remove").map(storedId);
    // Each kind is one command. Updates first: they may free what an insertion takes.
    const updates = ofTable.filter(
      (one) => (one.kind === "update" || one.kind === "replace") && !isRaise(one),
    );
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

export interface Server {
  readonly client: MongoClient;
  readonly db: Db;
  /** Bounds all tries of a transaction, and each read. */
  readonly timeoutMs: number;
  /** When something last failed, by `performance.now()`. */
  lastFailureAtMs: number;
}

export function serverOf(server: Omit<Server, "lastFailureAtMs">): Server {
  return { ...server, lastFailureAtMs: Number.NEGATIVE_INFINITY };
}

/** Gives up when the time is over. @throws StoreUnavailableError, or a fault of the program. */
export async function bounded<Answer>(server: Server, ask: () => Promise<Answer>): Promise<Answer> {
  const bound = new TimeBound(server.timeoutMs);
  try {
    return await Promise.race([ask(), bound.exceeded]);
  } catch (error) {
    const told = toStoreError(error);
    if (told instanceof StoreUnavailableError) server.lastFailureAtMs = performance.now();
    throw told;
  } finally {
    bound.end();
  }
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
