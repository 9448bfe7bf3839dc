/**
 * What is settled before the store is used: that the server has transactions, that the database is of this release, and its
 * schema. Each step may be repeated, and by several processes at once.
 */
import { createHash } from "node:crypto";
import {
  type Collection,
  type Db,
  type Document,
  type IndexDescription,
  type MongoClient,
  MongoServerError,
  type UpdateFilter,
} from "mongodb";
import { ALL_TABLES, type Table } from "../rows.js";
import { OtherReleaseError } from "../store.js";
import { isDuplicateKey, openDatabase, type StoreLog, toStoreError } from "./connection.js";
import { indexesOf, pathOf, schemaOf } from "./documents.js";

export interface MongodbOptions {
  /** `mongodb://` or `mongodb+srv://`. The path names the database; the default is `svc_proof`. */
  readonly url: string;
  /** Bounds all tries of a change, and each read. */
  readonly timeoutMs: number;
  readonly log?: StoreLog | undefined;
}

/** Of the schema, of which 1 was a draft, and 2 that of 0.1.0. */
const VERSION = 3;
/** The oldest release that can work on this schema, beside this one. */
const OLDEST_READER = 2;

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
  const { client, db } = await openDatabase(url, timeoutMs, true);
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
  const { number = 0, oldestReader = number } = (await metaOf(db).findOne({ _id: "version" })) ?? {};
  if (former.length > 0 || number === 1)
    throw new OtherReleaseError(
      "SVC_MONGODB_URL: an earlier release wrote the database, which this one cannot read: name a new one in its path, or start that release",
    );
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

const SCHEMAS = new Map(ALL_TABLES.map((table) => [table.name, schemaOf(table)]));

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

/** The server's codes. */
const UNAUTHORIZED = 13;
const NAMESPACE_EXISTS = 48;
const ALREADY_INITIALIZED = 23;

type Warn = Pick<StoreLog, "warn"> | undefined;

/**
 * Has the server refuse documents of another shape. Runs at each start and changes only what differs, so that several
 * processes may run it at once. Documents that are stored already are not read: the server checks them when they are
 * next written. A release whose documents an older one cannot read says so by the version in `meta`: the older one would
 * put the former schema back.
 *
 * Creates collections with their schemas, for which the role `readWrite` is enough, and sets the schemas of those that
 * exist, for which it is not. If the user lacks the right, the log says what an administrator has to run: the store is
 * exact without it.
 */
export async function setValidators(db: Db, wanted: ReadonlyMap<string, Document>, log: Warn): Promise<void> {
  const standing = await db.listCollections({ type: "collection" }, { nameOnly: false }).toArray();
  const validators = new Map(
    standing.map(({ name, options }) => [name, JSON.stringify(options?.["validator"])]),
  );
  const differing = [...wanted]
    .map(([name, schema]) => ({ name, validator: { $jsonSchema: schema } }))
    .filter(({ name, validator }) => validators.get(name) !== JSON.stringify(validator));
  const refusals = await sideBySide(differing, async ({ name, validator }) => {
    try {
      if (validators.has(name) || !(await create(db, name, validator)))
        await db.command({ collMod: name, validator, validationLevel: "strict", validationAction: "error" });
      return [];
    } catch (error) {
      if (!hasCode(error, UNAUTHORIZED)) throw error;
      const database = `db.getSiblingDB(${JSON.stringify(db.databaseName)})`;
      return [{ command: `${database}.runCommand(${JSON.stringify({ collMod: name, validator })})`, error }];
    }
  });
  warn(log, refusals.flat(), "the validators of collections could not be set");
}

/** What the database's user may not do, with the command for `mongosh`. */
interface Refusal {
  readonly command: string;
  readonly error: unknown;
}

function warn(log: Warn, refused: readonly Refusal[], what: string): void {
  if (refused.length === 0) return;
  const details = { commands: refused.map(({ command }) => command), err: refused.at(-1)!.error };
  log?.warn(details, `${what}: an administrator must run these commands`);
}

/** False if another process created the collection meanwhile. */
async function create(db: Db, name: string, validator: object): Promise<boolean> {
  try {
    await db.createCollection(name, { validator });
    return true;
  } catch (error) {
    if (!hasCode(error, NAMESPACE_EXISTS)) throw error;
    return false;
  }
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof MongoServerError && error.code === code;
}

/** Enough to make up for round trips and flushes, and few for the server of others. */
const AT_ONCE = 8;

/** Does work for all items, a few at a time. Answers in their order. Rejects at the first failure, when others may be under way. */
async function sideBySide<Item, Answer>(items: Iterable<Item>, work: (item: Item) => Promise<Answer>) {
  const answers: Answer[] = [];
  const rest = [...items].entries();
  const workOn = async (): Promise<void> => {
    for (const [i, item] of rest) answers[i] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOn));
  return answers;
}

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
  log: Warn,
): Promise<void> {
  const refused: Refusal[] = [];
  for (const { shell, reshard = shell, run } of shardingSteps(client.db("admin"), db, keys)) {
    try {
      await run();
    } catch (error) {
      const isShardedOtherwise = hasCode(error, ALREADY_INITIALIZED);
      refused.push({ command: isShardedOtherwise ? reshard : shell, error });
    }
  }
  warn(log, refused, "the collections could not be sharded");
}

/** Whether a server's greeting is that of a router of a sharded cluster. */
export function isRouter(hello: Document): boolean {
  return hello["msg"] === "isdbgrid";
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
