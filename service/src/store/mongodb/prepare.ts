/**
 * What is settled before the store is used: that the server has transactions, that the database is of this release, and its
 * schema. Each step may be repeated, and by several processes at once.
 */
import type { Collection, Db, MongoClient } from "mongodb";
import { ALL_TABLES } from "../rows.js";
import { NewerDatabaseError, StoreUnavailableError } from "../store.js";
import { indexesOf, schemaOf } from "./documents.js";
import { isDuplicateKey, toStoreError } from "./mongo-errors.js";
import { openDatabase } from "./open-database.js";
import { setValidators } from "./set-validators.js";
import { isRouter, SHARD_KEYS, shard } from "./shard.js";
import { StandaloneServerError } from "./standalone-server-error.js";
import type { StoreLog } from "./store-log.js";

export interface MongodbOptions {
  /** `mongodb://` or `mongodb+srv://`. The path names the database; the default is `svc_proof`. */
  readonly url: string;
  /** Bounds all tries of a change, and each read. */
  readonly timeoutMs: number;
  readonly log?: StoreLog | undefined;
}

/** Of the schema of 0.1.0. */
const VERSION = 1;
/** The oldest release that can work on this schema, beside this one. */
const OLDEST_READER = 1;

interface MetaDocument {
  readonly _id: "version" | "ping";
  readonly number?: number;
  readonly oldestReader?: number;
  readonly at?: Date;
}

export const metaOf = (db: Db): Collection<MetaDocument> => db.collection("meta");

/**
 * Returns whether the server is a sharded cluster. Waits for the server as long as it is alive: to create an index may take
 * far longer than any question.
 *
 * @throws as `openMongodb`.
 */
export async function prepare({ url, timeoutMs, log }: MongodbOptions): Promise<boolean> {
  const { client, db } = await openDatabase(url, timeoutMs, { isPatient: true });
  try {
    const hello = await db.command({ hello: 1 });
    if (hello["setName"] === undefined && !isRouter(hello)) throw new StandaloneServerError();
    const version = await versionOf(db);
    // A later release has set its own schema, which the rows of this one fit.
    if (version < VERSION) log?.info({ from: version, to: VERSION }, "preparing the database");
    if (version <= VERSION) await settleSchema(client, db, log);
    return isRouter(hello);
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await client.close();
  }
}

/** 0 for a new database. @throws NewerDatabaseError */
async function versionOf(db: Db): Promise<number> {
  const former = await db.listCollections({ name: "migrations" }, { nameOnly: true }).toArray();
  if (former.length > 0) throw new StoreUnavailableError("the database is not one of this release");
  const { number = 0, oldestReader = number } = (await metaOf(db).findOne({ _id: "version" })) ?? {};
  if (oldestReader <= VERSION) return number;
  throw new NewerDatabaseError(
    `the database has version ${number}, this release supports versions up to ${VERSION}: install a newer release`,
  );
}

async function settleSchema(client: MongoClient, db: Db, log: StoreLog | undefined): Promise<void> {
  await setValidators(db, new Map(ALL_TABLES.map((table) => [table.name, schemaOf(table)])), log);
  for (const table of ALL_TABLES) {
    const indexes = indexesOf(table);
    if (indexes.length > 0) await db.collection(table.name).createIndexes(indexes);
  }
  await db.collection("rates").createIndex({ endsAt: 1 }, { expireAfterSeconds: 60 });
  await shard(client, db, SHARD_KEYS, log);
  await put(db, "version", { number: VERSION, oldestReader: OLDEST_READER });
}

/** Numbers and times never fall. */
async function put(db: Db, _id: MetaDocument["_id"], values: Omit<MetaDocument, "_id">): Promise<void> {
  const write = () => metaOf(db).updateOne({ _id }, { $max: values }, { upsert: true });
  await write().catch((error) => {
    if (!isDuplicateKey(error)) throw error;
    // Another process has made it at the same time.
    return write();
  });
}
