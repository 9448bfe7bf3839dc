/** Shard keys of the MongoDB store. docs/operations/scaling.md gives the reasons. */
import { type Db, type MongoClient, MongoServerError } from "mongodb";
import type { StoreLog } from "../access/store-log.js";

const ALREADY_INITIALIZED = 23;

type ShardKey = Readonly<Record<string, 1 | "hashed">>;

/**
 * Collections that grow with the number of proofs are sharded; all others stay on the database's primary shard. Proofs
 * and tombstones of an account are on one shard, so that its list asks one, and so that one of both is first under an id.
 */
const SHARD_KEYS: ReadonlyMap<string, ShardKey> = new Map<string, ShardKey>([
  ["proofs", { account: 1, _id: 1 }],
  ["fingerprints", { _id: 1 }],
  ["idempotency_keys", { _id: 1 }],
  ["daily_proofs", { _id: "hashed" }],
  ["tiles", { _id: "hashed" }],
  ["seals", { _id: "hashed" }],
  ["stamps", { _id: 1 }],
  ["originals", { _id: "hashed" }],
  ["custody_downloads", { _id: "hashed" }],
]);

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
  for (const { shell, reshard = shell, run } of shardingSteps(client.db("admin"), db)) {
    try {
      await run();
    } catch (error) {
      cause = error;
      refused.push(isShardedOtherwise(error) ? reshard : shell);
    }
  }
  if (refused.length === 0) return;
  log?.warn(
    { commands: refused, err: cause },
    "the collections could not be sharded: an administrator must run these commands",
  );
}

/** Whether the collection is sharded by another key. */
function isShardedOtherwise(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === ALREADY_INITIALIZED;
}

interface ShardingStep {
  /** The command for `mongosh`. */
  readonly shell: string;
  /** The command if the collection is sharded by another key: that moves its documents, so an administrator decides when. */
  readonly reshard?: string;
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
    if (key["_id"] === "hashed" || Object.keys(key).length > 1) {
      steps.push({
        shell: `db.getSiblingDB(${database}).getCollection(${JSON.stringify(collection)}).createIndex(${keyText})`,
        run: () => db.collection(collection).createIndex({ ...key }),
      });
    }
    steps.push({
      shell: `sh.shardCollection(${JSON.stringify(namespace)}, ${keyText})`,
      reshard: `db.adminCommand({"reshardCollection": ${JSON.stringify(namespace)}, "key": ${keyText}})`,
      run: () => admin.command({ shardCollection: namespace, key }),
    });
  }
  return steps;
}
