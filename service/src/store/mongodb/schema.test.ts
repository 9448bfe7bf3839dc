/**
 * What the store sends to a sharded cluster. A fake router takes the place of a real one: it records commands, and
 * refuses those that the user has no right to.
 */
import type { Db, Document, MongoClient } from "mongodb";
import { expect, it } from "vitest";
import { shard } from "./schema.js";

class Router {
  readonly asked: object[] = [];
  readonly #mayAdminister: boolean;
  readonly #greeting: Document;

  constructor(mayAdminister: boolean, greeting: Document = { msg: "isdbgrid" }) {
    this.#mayAdminister = mayAdminister;
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
    if (!this.#mayAdminister) throw new Error("not authorized on admin");
  }
}

const ASKED = [
  { enableSharding: "svc" },
  { createIndex: "proofs", key: { _id: "hashed" } },
  { shardCollection: "svc.proofs", key: { _id: "hashed" } },
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
  const router = new Router(true);
  await shard(router.client, router.db, { warn: () => expect.unreachable() });
  expect(router.asked).toEqual(ASKED);
});

it("lists refused commands in the order in which an administrator has to run them, and continues", async () => {
  const router = new Router(false);
  const warnings: unknown[] = [];
  await shard(router.client, router.db, { warn: (details) => warnings.push(details) });
  expect(router.asked).toEqual(ASKED);
  expect(warnings).toMatchObject([
    {
      commands: [
        'sh.enableSharding("svc")',
        'sh.shardCollection("svc.proofs", {"_id":"hashed"})',
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
  const router = new Router(true, { setName: "rs" });
  await shard(router.client, router.db, undefined);
  expect(router.asked).toEqual([]);
});
