/** Shard keys of the tables, for a sharded cluster. docs/operations/scaling.md gives the reasons. */
import { type Db, type Document, type MongoClient, MongoServerError } from "mongodb";
import { ALL_TABLES, type Table } from "../rows.js";
import { pathOf } from "./documents.js";
import type { StoreLog } from "./store-log.js";

const ALREADY_INITIALIZED = 23;

export type ShardKey = Readonly<Record<string, 1 | "hashed">>;

/** What is given in order would all go to one shard: numbers, and identifiers that begin with their time. */
function shardKeyOf(table: Table): ShardKey {
  const { shard, columns } = table.rule;
  const isGivenInOrder = ["int", "uuid"].includes(columns[shard[0]!]!);
  if (isGivenInOrder) return { [pathOf(table, shard[0]!)]: "hashed" };
  return Object.fromEntries(shard.map((column) => [pathOf(table, column), 1]));
}

export const SHARD_KEYS: ReadonlyMap<string, ShardKey> = new Map(
  ALL_TABLES.map((table) => [table.name, shardKeyOf(table)]),
);

/**
 * Shards the collections of a sharded cluster. Repeating a step is harmless. If the user lacks the right, the log says what
 * an administrator has to run: the store is exact without it, but stays on one shard.
 */
export async function shard(
  client: MongoClient,
  db: Db,
  keys: ReadonlyMap<string, ShardKey>,
  log: Pick<StoreLog, "warn"> | undefined,
): Promise<void> {
  const refused: string[] = [];
  let cause: unknown;
  for (const { shell, reshard = shell, run } of shardingSteps(client.db("admin"), db, keys)) {
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

/** Whether a server's greeting is that of a router of a sharded cluster. */
export function isRouter(hello: Document): boolean {
  return hello["msg"] === "isdbgrid";
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
function shardingSteps(admin: Db, db: Db, keys: ReadonlyMap<string, ShardKey>): readonly ShardingStep[] {
  const database = JSON.stringify(db.databaseName);
  const steps: ShardingStep[] = [
    {
      shell: `sh.enableSharding(${database})`,
      run: () => admin.command({ enableSharding: db.databaseName }),
    },
  ];
  for (const [collection, key] of keys) {
    const namespace = `${db.databaseName}.${collection}`;
    const keyText = JSON.stringify(key);
    // The key of a table has an index, which begins with the columns of a ranged key.
    const hasIndex = Object.entries(key).every(([path, kind]) => kind === 1 && path.startsWith("_id"));
    if (!hasIndex) {
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
