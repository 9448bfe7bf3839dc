/**
 * What is settled before the store is used: that the server has transactions, that the database is of this release, and its
 * schema. Each step may be repeated, and by several processes at once.
 */
import { createHash } from "node:crypto";
import type { Collection, Db, IndexDescription, UpdateFilter } from "mongodb";
import { ALL_TABLES } from "../rows.js";
import { OtherReleaseError } from "../store.js";
import type { Schema } from "./bson-schema.js";
import { indexesOf, schemaOf } from "./documents.js";
import { isDuplicateKey, toStoreError } from "./mongo-errors.js";
import { openDatabase } from "./open-database.js";
import { setValidators } from "./set-validators.js";
import { isRouter, SHARD_KEYS, shard } from "./shard.js";
import { sideBySide } from "./side-by-side.js";
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
  readonly _id: "version" | "ping" | "indexes";
  readonly number?: number;
  readonly oldestReader?: number;
  readonly at?: Date;
  /** Digest of what was made: to ask for each index that stands would take a round trip. */
  readonly made?: string;
}

export const metaOf = (db: Db): Collection<MetaDocument> => db.collection("meta");

/**
 * Waits for the server as long as it is alive: to create an index may take far longer than any question.
 *
 * @throws as `openMongodb`.
 */
export async function prepare({ url, timeoutMs, log }: MongodbOptions): Promise<void> {
  const { client, db } = await openDatabase(url, timeoutMs, { isPatient: true });
  try {
    const hello = await db.command({ hello: 1 });
    if (hello["setName"] === undefined && !isRouter(hello)) throw new StandaloneServerError();
    const version = await versionOf(db);
    // A later release has set its own schema, which the rows of this one fit.
    if (version < VERSION) log?.info({ from: version, to: VERSION }, "preparing the database");
    if (version <= VERSION) await settleSchema(db, log);
    if (version <= VERSION && isRouter(hello)) await shard(client, db, SHARD_KEYS, log);
    const numbers = { number: VERSION, oldestReader: OLDEST_READER };
    if (version < VERSION) await put(db, "version", { $max: numbers });
  } catch (error) {
    throw toStoreError(error);
  } finally {
    await client.close();
  }
}

/** 0 for a new database. @throws OtherReleaseError */
async function versionOf(db: Db): Promise<number> {
  const former = await db.listCollections({ name: "migrations" }, { nameOnly: true }).toArray();
  if (former.length > 0)
    throw new OtherReleaseError(
      "SVC_MONGODB_URL: an earlier release wrote the database, which this one cannot read: name a new one in its path, or start that release",
    );
  const { number = 0, oldestReader = number } = (await metaOf(db).findOne({ _id: "version" })) ?? {};
  if (oldestReader <= VERSION) return number;
  throw new OtherReleaseError(
    `SVC_MONGODB_URL: a newer release wrote the database (version ${number}, this one reads ${VERSION}): install it, or name a new one in its path`,
  );
}

async function settleSchema(db: Db, log: StoreLog | undefined): Promise<void> {
  await setValidators(db, SCHEMAS, log);
  if ((await metaOf(db).findOne({ _id: "indexes" }))?.made === (await digestOf(db))) return;
  await sideBySide(INDEXES, ([name, indexes]) => db.collection(name).createIndexes([...indexes]));
  await put(db, "indexes", { $set: { made: await digestOf(db) } });
}

const SCHEMAS: ReadonlyMap<string, Schema> = new Map(
  ALL_TABLES.map((table) => [table.name, schemaOf(table)]),
);

const INDEXES: ReadonlyMap<string, readonly IndexDescription[]> = new Map([
  ...ALL_TABLES.map((table) => [table.name, indexesOf(table)] as const).filter(([, all]) => all.length > 0),
  ["rates", [{ key: { endsAt: 1 }, expireAfterSeconds: 60 }]],
]);

/** Of this release's indexes, and of the identifiers of their collections: one that was restored has a new one. */
async function digestOf(db: Db): Promise<string> {
  const standing = await db.listCollections({ type: "collection" }, { nameOnly: false }).toArray();
  const ids = new Map(standing.map(({ name, info }) => [name, info?.["uuid"]]));
  const of = [...INDEXES].map(([name, indexes]) => [name, ids.get(name), indexes]);
  return createHash("sha256").update(JSON.stringify(of)).digest("hex");
}

async function put(db: Db, _id: MetaDocument["_id"], change: UpdateFilter<MetaDocument>): Promise<void> {
  const write = () => metaOf(db).updateOne({ _id }, change, { upsert: true });
  await write().catch((error) => {
    if (!isDuplicateKey(error)) throw error;
    // Another process has made it at the same time.
    return write();
  });
}
