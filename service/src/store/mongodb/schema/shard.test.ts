/**
 * What the store sends to a sharded cluster. A fake router takes the place of a real one: it records commands, and
 * refuses those that the user has no right to.
 */
import { type Db, type Document, type MongoClient, MongoServerError } from "mongodb";
import { expect, it } from "vitest";
import { shard } from "./shard.js";

class Router {
  readonly asked: object[] = [];
  readonly #refusal: Error | null;
  readonly #greeting: Document;

  /** @param refusal what every command of an administrator is refused with. */
  constructor(refusal: Error | null, greeting: Document = { msg: "isdbgrid" }) {
    this.#refusal = refusal;
    this.#greeting = greeting;
  }

  get client(): MongoClient {
    return {
      db: () => ({ command: (command: object) => this.#administer(command) }),
    } as unknown as MongoClient;
  }

  get db(): Db {
    return {
      databaseName: "svc",
      command: async () => this.#greeting,
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

const ASKED = [
  { enableSharding: "svc" },
  { createIndex: "proofs", key: { account: 1, _id: 1 } },
  { shardCollection: "svc.proofs", key: { account: 1, _id: 1 } },
  { shardCollection: "svc.fingerprints", key: { _id: 1 } },
  { shardCollection: "svc.idempotency_keys", key: { _id: 1 } },
  { createIndex: "daily_proofs", key: { _id: "hashed" } },
  { shardCollection: "svc.daily_proofs", key: { _id: "hashed" } },
  { createIndex: "tiles", key: { _id: "hashed" } },
  { shardCollection: "svc.tiles", key: { _id: "hashed" } },
  { createIndex: "seals", key: { _id: "hashed" } },
  { shardCollection: "svc.seals", key: { _id: "hashed" } },
  { shardCollection: "svc.stamps", key: { _id: 1 } },
  { createIndex: "originals", key: { _id: "hashed" } },
  { shardCollection: "svc.originals", key: { _id: "hashed" } },
  { createIndex: "custody_downloads", key: { _id: "hashed" } },
  { shardCollection: "svc.custody_downloads", key: { _id: "hashed" } },
];

it("enables the database, makes the indexes of hashed keys and shards growing collections, in this order", async () => {
  const router = new Router(null);
  await shard(router.client, router.db, { warn: () => expect.unreachable() });
  expect(router.asked).toEqual(ASKED);
});

it("lists refused commands in the order in which an administrator has to run them, and continues", async () => {
  const router = new Router(new Error("not authorized on admin"));
  const warnings: unknown[] = [];
  await shard(router.client, router.db, { warn: (details) => warnings.push(details) });
  expect(router.asked).toEqual(ASKED);
  expect(warnings).toMatchObject([
    {
      commands: [
        'sh.enableSharding("svc")',
        'sh.shardCollection("svc.proofs", {"account":1,"_id":1})',
        'sh.shardCollection("svc.fingerprints", {"_id":1})',
        'sh.shardCollection("svc.idempotency_keys", {"_id":1})',
        'sh.shardCollection("svc.daily_proofs", {"_id":"hashed"})',
        'sh.shardCollection("svc.tiles", {"_id":"hashed"})',
        'sh.shardCollection("svc.seals", {"_id":"hashed"})',
        'sh.shardCollection("svc.stamps", {"_id":1})',
        'sh.shardCollection("svc.originals", {"_id":"hashed"})',
        'sh.shardCollection("svc.custody_downloads", {"_id":"hashed"})',
      ],
      err: new Error("not authorized on admin"),
    },
  ]);
});

it("sends nothing to a server that is not a router", async () => {
  const router = new Router(null, { setName: "rs" });
  await shard(router.client, router.db, undefined);
  expect(router.asked).toEqual([]);
});

it("tells how to reshard a collection that is sharded by the key of a former release", async () => {
  const router = new Router(new MongoServerError({ message: "already sharded", code: 23 }));
  const warnings: { commands: string[] }[] = [];
  await shard(router.client, router.db, { warn: (details) => warnings.push(details as never) });
  expect(warnings[0]?.commands).toContain(
    'db.adminCommand({"reshardCollection": "svc.proofs", "key": {"account":1,"_id":1}})',
  );
});
