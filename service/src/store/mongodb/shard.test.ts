/**
 * What the store sends to a sharded cluster. A fake router takes the place of a real one: it records commands, and
 * refuses those that the user has no right to.
 */
import { type Db, type MongoClient, MongoServerError } from "mongodb";
import { expect, it } from "vitest";
import { ALL_TABLES } from "../rows.js";
import { SHARD_KEYS, shard } from "./prepare.js";

class Router {
  readonly asked: object[] = [];
  readonly #refusal: Error | null;

  /** @param refusal what every command of an administrator is refused with. */
  constructor(refusal: Error | null) {
    this.#refusal = refusal;
  }

  get client(): MongoClient {
    return {
      db: () => ({ command: (command: object) => this.#administer(command) }),
    } as unknown as MongoClient;
  }

  get db(): Db {
    return {
      databaseName: "svc",
      collection: (collection: string) => ({
        createIndex: async (key: object) => this.asked.push({ createIndex: collection, key }),
      }),
    } as unknown as Db;
  }

  async #administer(command: object): Promise<void> {
    this.asked.push(command);
    if (this.#refusal !== null) throw this.#refusal;
  }
}

/** One table of each kind of key. */
const KEYS = new Map(
  [...SHARD_KEYS].filter(([name]) => ["proofs", "fingerprints", "queue", "tiles", "days"].includes(name)),
);
const ASKED = [
  { enableSharding: "svc" },
  { shardCollection: "svc.proofs", key: { "_id.account": 1, "_id.id": 1 } },
  { shardCollection: "svc.fingerprints", key: { _id: 1 } },
  { shardCollection: "svc.days", key: { "_id.account": 1 } },
  { createIndex: "queue", key: { _id: "hashed" } },
  { shardCollection: "svc.queue", key: { _id: "hashed" } },
  { createIndex: "tiles", key: { "_id.batch": "hashed" } },
  { shardCollection: "svc.tiles", key: { "_id.batch": "hashed" } },
];

it("has a key for every table, by which no two rows of a unique index can be on two shards", () => {
  expect([...SHARD_KEYS.keys()]).toEqual(ALL_TABLES.map(({ name }) => name));
  for (const { name, rule } of ALL_TABLES) {
    const paths = Object.keys(SHARD_KEYS.get(name)!).map(
      (path) => path.replace(/^_id\.?/, "") || rule.key[0],
    );
    for (const unique of rule.unique ?? []) expect(unique.slice(0, paths.length)).toEqual(paths);
  }
});

it("enables the database, makes the indexes of hashed keys and shards the collections, in this order", async () => {
  const router = new Router(null);
  await shard(router.client, router.db, KEYS, { warn: () => expect.unreachable() });
  expect(router.asked).toEqual(ASKED);
});

it("lists refused commands in the order in which an administrator has to run them, and continues", async () => {
  const router = new Router(new Error("not authorized on admin"));
  const warnings: unknown[] = [];
  await shard(router.client, router.db, KEYS, { warn: (details) => warnings.push(details) });
  expect(router.asked).toEqual(ASKED);
  expect(warnings).toMatchObject([
    {
      commands: [
        'sh.enableSharding("svc")',
        'sh.shardCollection("svc.proofs", {"_id.account":1,"_id.id":1})',
        'sh.shardCollection("svc.fingerprints", {"_id":1})',
        'sh.shardCollection("svc.days", {"_id.account":1})',
        'sh.shardCollection("svc.queue", {"_id":"hashed"})',
        'sh.shardCollection("svc.tiles", {"_id.batch":"hashed"})',
      ],
      err: new Error("not authorized on admin"),
    },
  ]);
});

it("tells how to reshard a collection that is sharded by the key of a former release", async () => {
  const router = new Router(new MongoServerError({ message: "already sharded", code: 23 }));
  const warnings: { commands: string[] }[] = [];
  await shard(router.client, router.db, KEYS, { warn: (details) => warnings.push(details as never) });
  expect(warnings[0]?.commands).toContain(
    'db.adminCommand({"reshardCollection": "svc.proofs", "key": {"_id.account":1,"_id.id":1}})',
  );
});
