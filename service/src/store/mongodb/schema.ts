/**
 * Indexes, shard keys and the recorded version of the MongoDB store: docs/operations/scaling.md says why these.
 * A step that has been released is never changed; a new one is appended.
 */
import type { CreateIndexesOptions, Db, Document, IndexSpecification, MongoClient } from "mongodb";
import { NewerDatabaseError } from "../store.js";
import type { MigrationDocument } from "./documents.js";
import { isDuplicateKey } from "./mongo-errors.js";
import { FILLED_PAGES_INDEX } from "./receipt-log.js";

/** Where the store says what an operator should know. */
export interface StoreLog {
  warn(details: object, message: string): void;
}

type Index = readonly [collection: string, keys: IndexSpecification, options?: CreateIndexesOptions];

/** By version, from 1. Unique indexes stand only on collections that are never sharded. */
const MIGRATIONS: readonly (readonly Index[])[] = [
  [
    ["accounts", { createdAt: 1, made: 1 }],
    ["api_keys", { secretHash: 1 }, { unique: true }],
    ["api_keys", { account: 1, createdAt: 1, made: 1 }],
    ["seal_entries", { account: 1 }],
    ["proofs", { account: 1, seq: -1 }],
    ["daily_proofs", { expiresAt: 1 }, { expireAfterSeconds: 0 }],
    ["queue_pages", { first: 1 }, { unique: true }],
    [
      "queue_pages",
      { first: 1, count: 1 },
      { name: FILLED_PAGES_INDEX, partialFilterExpression: { "entries.0": { $exists: true } } },
    ],
    ["batches", { id: 1 }],
    ["batches", { firstSeq: -1 }],
    ["batches", { state: 1, chainId: 1, _id: -1 }],
    ["batches", { chainId: 1, "attempts.from": 1, "attempts.nonce": -1 }, { name: "attempts_by_nonce" }],
    ["rates", { endsAt: 1 }, { expireAfterSeconds: 0 }],
  ],
];

/** What grows with the number of proofs is spread over the shards; all else stays on the database's primary shard. */
const SHARD_KEYS: ReadonlyMap<string, Document> = new Map<string, Document>([
  ["proofs", { _id: "hashed" }],
  ["fingerprints", { _id: 1 }],
  ["idempotency_keys", { _id: 1 }],
  ["daily_proofs", { _id: "hashed" }],
  ["tiles", { _id: "hashed" }],
]);

/**
 * Brings the database up to date. Safe when several processes do it at once: each step may be repeated, and its
 * version is noted after it.
 *
 * @throws NewerDatabaseError when the database knows steps that this program does not.
 */
export async function migrate(db: Db): Promise<void> {
  const migrations = db.collection<MigrationDocument>("migrations");
  const last = await migrations.findOne({}, { sort: { _id: -1 } });
  const version = last?._id ?? 0;
  if (version > MIGRATIONS.length) {
    throw new NewerDatabaseError(
      `the database has version ${version}, this program knows versions up to ${MIGRATIONS.length}: use a newer program`,
    );
  }
  for (let next = version; next < MIGRATIONS.length; next++) {
    for (const [collection, keys, options] of MIGRATIONS[next]!) {
      await db.collection(collection).createIndex(keys, options);
    }
    try {
      await migrations.insertOne({ _id: next + 1, appliedAt: new Date() });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

/**
 * Shards the collections that grow, where the server is the router of a sharded cluster. Asking again for what is
 * done already is harmless. A user who may not do it is told what an administrator has to run: the store is exact
 * without it, but all of it stays on one shard.
 */
export async function shard(client: MongoClient, db: Db, log: StoreLog | undefined): Promise<void> {
  const hello = await db.command({ hello: 1 });
  if (hello["msg"] !== "isdbgrid") return;
  const refused: string[] = [];
  let cause: unknown;
  for (const [collection, key] of SHARD_KEYS) {
    const namespace = `${db.databaseName}.${collection}`;
    try {
      await client.db("admin").command({ shardCollection: namespace, key });
    } catch (error) {
      cause = error;
      refused.push(`sh.shardCollection(${JSON.stringify(namespace)}, ${JSON.stringify(key)})`);
    }
  }
  if (refused.length === 0) return;
  log?.warn(
    { commands: refused, err: cause },
    "collections could not be sharded: an administrator has to run these commands",
  );
}
