/**
 * Indexes, shard keys and the recorded version of the MongoDB store. docs/operations/scaling.md gives the reasons. A
 * released step is never changed; new steps are appended.
 */
import type { CreateIndexesOptions, Db, IndexSpecification, MongoClient } from "mongodb";
import { NewerDatabaseError } from "../store.js";
import type { MigrationDocument } from "./documents.js";
import { ATTEMPTS_INDEX, CONFIRMED_INDEX } from "./mongo-batches.js";
import { isDuplicateKey } from "./mongo-errors.js";
import { FILLED_PAGES_INDEX } from "./registration/receipt-log.js";
import { DUE_SEALS_INDEX } from "./seals/mongo-seals.js";
import { OPEN_LEDGERS_INDEX } from "./seals/seal-ledger.js";
import { splitAnchors } from "./split-anchors.js";

/** Receives what an operator should know. */
export interface StoreLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

type Index = readonly [collection: string, keys: IndexSpecification, options?: CreateIndexesOptions];

/** By version, from 1. Only collections that are never sharded have unique indexes. */
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
  [["batches", { "bitcoin.dueAt": 1 }]],
  [["batches", { "bitcoin.blockHeight": 1 }]],
  [
    ["seals", { dueAt: 1 }, { name: DUE_SEALS_INDEX, partialFilterExpression: { dueAt: { $exists: true } } }],
    ["seals", { account: 1 }],
    [
      "seal_accounts",
      { version: 1 },
      { name: OPEN_LEDGERS_INDEX, partialFilterExpression: { "open.0": { $exists: true } } },
    ],
  ],
  [
    ["originals", { account: 1, object: 1, sizeBytes: 1 }],
    ["originals", { "uploads.expiresAt": 1 }],
    ["originals", { custodyKey: 1 }],
    [
      "originals",
      { garbage: 1 },
      { name: "with_garbage", partialFilterExpression: { "garbage.0": { $exists: true } } },
    ],
    ["custody_accounts", { "uploads.expiresAt": 1 }],
    ["custody_downloads", { expiresAt: 1 }, { expireAfterSeconds: 0 }],
  ],
  [
    ["batches", { "anchors.state": 1 }],
    ["batches", { "anchors.chainId": 1, "anchors.inclusion.blockNumber": -1 }, { name: CONFIRMED_INDEX }],
    [
      "batches",
      { "attempts.chainId": 1, "attempts.from": 1, "attempts.nonce": -1 },
      { name: ATTEMPTS_INDEX },
    ],
  ],
];

/** What a version changes besides its indexes, before them. May be repeated, and by several processes at once. */
const CONVERSIONS: ReadonlyMap<number, (db: Db) => Promise<void>> = new Map([[6, splitAnchors]]);

interface ShardKey {
  readonly _id: 1 | "hashed";
}

/** Collections that grow with the number of proofs are sharded; all others stay on the database's primary shard. */
const SHARD_KEYS: ReadonlyMap<string, ShardKey> = new Map<string, ShardKey>([
  ["proofs", { _id: "hashed" }],
  ["fingerprints", { _id: 1 }],
  ["idempotency_keys", { _id: 1 }],
  ["daily_proofs", { _id: "hashed" }],
  ["tiles", { _id: "hashed" }],
  ["seals", { _id: "hashed" }],
  ["originals", { _id: "hashed" }],
  ["custody_downloads", { _id: "hashed" }],
]);

/**
 * Brings the database up to date. Several processes may do so at once: each step may be repeated, and its version is
 * recorded after it.
 *
 * @throws NewerDatabaseError when the database has steps that this program does not know.
 */
export async function migrate(db: Db, log?: StoreLog): Promise<void> {
  const migrations = db.collection<MigrationDocument>("migrations");
  const last = await migrations.findOne({}, { sort: { _id: -1 } });
  const version = last?._id ?? 0;
  if (version > MIGRATIONS.length) {
    throw new NewerDatabaseError(
      `the database has version ${version}, this release supports versions up to ${MIGRATIONS.length}: install a newer release`,
    );
  }
  for (let next = version; next < MIGRATIONS.length; next++) {
    // On a large database this takes minutes, in which the service logs nothing else.
    log?.info({ version: next + 1, of: MIGRATIONS.length }, "migrating the database");
    await CONVERSIONS.get(next + 1)?.(db);
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
 * Shards the collections that grow, if the server is the router of a sharded cluster. Repeating a step is harmless. If
 * the user lacks the right, the log says what an administrator has to run: the store is exact without it, but stays on
 * one shard.
 */
export async function shard(
  client: MongoClient,
  db: Db,
  log: Pick<StoreLog, "warn"> | undefined,
): Promise<void> {
  const hello = await db.command({ hello: 1 });
  if (hello["msg"] !== "isdbgrid") return;
  const refused: string[] = [];
  let cause: unknown;
  for (const { shell, run } of shardingSteps(client.db("admin"), db)) {
    try {
      await run();
    } catch (error) {
      cause = error;
      refused.push(shell);
    }
  }
  if (refused.length === 0) return;
  log?.warn(
    { commands: refused, err: cause },
    "the collections could not be sharded: an administrator must run these commands",
  );
}

interface ShardingStep {
  /** The command for `mongosh`. */
  readonly shell: string;
  run(): Promise<unknown>;
}

/**
 * The steps in the required order. Before MongoDB 6.0, sharding must first be enabled for the database. A collection
 * that is not empty must have the index of its shard key. MongoDB Manual, `shardCollection`.
 */
function shardingSteps(admin: Db, db: Db): readonly ShardingStep[] {
  const database = JSON.stringify(db.databaseName);
  const steps: ShardingStep[] = [
    {
      shell: `sh.enableSharding(${database})`,
      run: () => admin.command({ enableSharding: db.databaseName }),
    },
  ];
  for (const [collection, key] of SHARD_KEYS) {
    const namespace = `${db.databaseName}.${collection}`;
    const keyText = JSON.stringify(key);
    if (key._id === "hashed") {
      steps.push({
        shell: `db.getSiblingDB(${database}).getCollection(${JSON.stringify(collection)}).createIndex(${keyText})`,
        run: () => db.collection(collection).createIndex({ ...key }),
      });
    }
    steps.push({
      shell: `sh.shardCollection(${JSON.stringify(namespace)}, ${keyText})`,
      run: () => admin.command({ shardCollection: namespace, key }),
    });
  }
  return steps;
}
