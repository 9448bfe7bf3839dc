/**
 * The store on MongoDB, for any number of processes: a replica set (one member is enough) or a sharded cluster. Each
 * change is part of a transaction that reads a snapshot, and is in the journals of a majority before it resolves.
 */
import type { Db } from "mongodb";
import { MongoAccess } from "../../store/mongodb/access/mongo-access.js";
import { isDuplicateKey, toStoreError } from "../../store/mongodb/access/mongo-errors.js";
import { openDatabase } from "../../store/mongodb/access/open-database.js";
import type { StoreLog } from "../../store/mongodb/access/store-log.js";
import { collectionsOf } from "../../store/mongodb/documents/documents.js";
import { MongoRates } from "../../store/mongodb/mongo-rates.js";
import { setValidators } from "../../store/mongodb/schema/set-validators.js";
import { Groups } from "../groups.js";
import { ALL_TABLES } from "../rows.js";
import { NewerDatabaseError, type Query, type Rule, type Store, StoreUnavailableError } from "../store.js";
import { indexesOf, schemaOf } from "./documents.js";
import { MongoReads } from "./mongo-reads.js";
import { bounded, type Server, transactions } from "./mongo-transactions.js";

/** Of the schema of 0.1.0. */
const VERSION = 1;

/** How long a successful write counts as evidence that writes succeed. */
const WRITE_HOLDS_MS = 5_000;

interface MetaDocument {
  readonly _id: "version" | "ping";
  readonly number?: number;
  readonly at?: Date;
}
const metaOf = (db: Db) => db.collection<MetaDocument>("meta");

/** A server by itself has no transactions. */
export class StandaloneServerError extends Error {
  override readonly name = "StandaloneServerError";

  constructor() {
    super(
      "the MongoDB server is not a member of a replica set, and the service needs transactions. One member is enough: " +
        "start the server with `mongod --replSet rs0`, then run `mongosh --eval 'rs.initiate()'` once",
    );
  }
}

export interface MongodbOptions {
  /** `mongodb://` or `mongodb+srv://`. The path names the database; the default is `svc_proof`. */
  readonly url: string;
  /** Bounds all tries of a change, and each read. */
  readonly timeoutMs: number;
  readonly log?: StoreLog | undefined;
}

/**
 * Opens the store. Creates its collections and indexes if missing.
 *
 * @throws StandaloneServerError
 * @throws StoreUnavailableError when the URL cannot be used or no server answers in time; the message carries neither
 * address nor credentials, the cause may.
 * @throws NewerDatabaseError when a later version of this program wrote the database.
 */
export async function openMongodb(options: MongodbOptions): Promise<Store> {
  const { url, timeoutMs } = options;
  await prepare(options);
  const { client, db } = await openDatabase(url, timeoutMs);
  const server: Server = { client, db, timeoutMs, lastFailureAtMs: Number.NEGATIVE_INFINITY };
  const groups = new Groups(transactions(server));
  const reads = new MongoReads(server);
  const ping = pingOf(server);
  return {
    read: <Answer>(name: string, query: Query<Answer>) => reads.run(name, query) as Promise<Answer>,
    change: <Answer>(_: string, rule: Rule<Answer>) => groups.run(rule) as Promise<Answer>,
    counters: new MongoRates(new MongoAccess(collectionsOf(db), timeoutMs)),
    ping,
    close: async () => {
      await Promise.all([groups.close(), reads.close()]);
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

/** Sets the schemas and creates the indexes, which may take far longer than any question. */
async function prepare({ url, timeoutMs, log }: MongodbOptions): Promise<void> {
  const { client, db } = await openDatabase(url, timeoutMs, { isPatient: true });
  try {
    const hello = await db.command({ hello: 1 });
    // The word by which a router of a sharded cluster names itself.
    if (hello["setName"] === undefined && hello["msg"] !== "isdbgrid") throw new StandaloneServerError();
    const former = await db.listCollections({ name: "migrations" }, { nameOnly: true }).toArray();
    if (former.length > 0) throw new StoreUnavailableError("the database is not one of this release");
    const version = (await metaOf(db).findOne({ _id: "version" }))?.number ?? 0;
    if (version > VERSION)
      throw new NewerDatabaseError(
        `the database has version ${version}, this release supports versions up to ${VERSION}: install a newer release`,
      );
    await setValidators(db, new Map(ALL_TABLES.map((table) => [table.name, schemaOf(table)])), log);
    for (const table of ALL_TABLES) {
      const indexes = indexesOf(table);
      if (indexes.length > 0) await db.collection(table.name).createIndexes(indexes);
    }
    await db.collection("rates").createIndex({ endsAt: 1 }, { expireAfterSeconds: 60 });
    await metaOf(db).updateOne({ _id: "version" }, { $set: { number: VERSION } }, { upsert: true });
  } catch (error) {
    // Two processes may make the document at once.
    if (!isDuplicateKey(error)) throw toStoreError(error);
  } finally {
    await client.close();
  }
}
