/**
 * What the store sends, as the router of a cluster would see it: it sends a command to one shard only if the command names
 * the shard key, and to all shards otherwise. A router itself is not available here.
 */

import { randomUUID } from "node:crypto";
import { type CommandStartedEvent, type Document, MongoClient } from "mongodb";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { newCaller } from "../../service/src/records/account.testing.js";
import { openMongodbRecords, type Records, recordsOn } from "../../service/src/records/records.js";
import { type Caller, newRegistration, randomHash } from "../../service/src/records/registration.testing.js";
import { Groups } from "../../service/src/store/groups.js";
import { serverOf } from "../../service/src/store/mongodb/connection.js";
import { MongoReads, transactions } from "../../service/src/store/mongodb/engine.js";
import { MongoRates } from "../../service/src/store/mongodb/mongo-rates.js";
import { SHARD_KEYS } from "../../service/src/store/mongodb/prepare.js";
import { ALL_TABLES, type AnyRow, type Base, type Cell, keyOf } from "../../service/src/store/rows.js";
import type { Changes, Query, Rule, Store } from "../../service/src/store/store.js";
import type { TableName } from "../../service/src/store/tables.js";
import { dropDatabase, newDatabaseUrl } from "./database-url.js";

const TIMEOUT_MS = 20_000;
const serverUrl = inject("mongodbUrl");

const CELLS: Readonly<Record<Base, () => Cell>> = {
  uuid: randomUUID,
  ref: randomUUID,
  hash: randomHash,
  text: randomUUID,
  int: () => 1,
  time: () => new Date(),
  flag: () => true,
  bytes: () => new Uint8Array(1),
  json: () => [],
};

/** Whether a filter or a document says by which shard it is. */
function isTargeted(collection: string, filter: Document): boolean {
  return Object.keys(SHARD_KEYS.get(collection)!).every((path) => {
    const [first, rest] = [path.split(".")[0]!, path.split(".")[1]];
    const value: unknown = filter[path] ?? (rest === undefined ? filter[first] : filter[first]?.[rest]);
    const isRange = typeof value === "object" && value !== null && ("$gt" in value || "$lt" in value);
    return value !== undefined && !isRange;
  });
}

describe.skipIf(serverUrl === null)("on a cluster", () => {
  const url = newDatabaseUrl(serverUrl ?? "mongodb://127.0.0.1");
  /** Each filter, and each document that is inserted, with the collection. */
  const sent: { readonly collection: string; readonly named: Document }[] = [];
  let client: MongoClient;
  let store: Store;
  let records: Records;
  let caller: Caller;

  beforeAll(async () => {
    const other = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
    caller = await newCaller(other);
    await other.close();
    client = await new MongoClient(url, { monitorCommands: true }).connect();
    client.on("commandStarted", ({ command }: CommandStartedEvent) => {
      const [name, collection] = Object.entries(command)[0]!;
      if (!["find", "insert", "update", "delete"].includes(name)) return;
      const { filter, documents = [], updates = [], deletes = [] } = command;
      const named = [
        ...(name === "find" ? [filter] : documents),
        ...[...updates, ...deletes].map(({ q }) => q),
      ];
      sent.push(...named.map((one: Document) => ({ collection: collection as string, named: one })));
    });
    const server = serverOf({ client, db: client.db(), timeoutMs: TIMEOUT_MS });
    const groups = new Groups(transactions(server));
    const reads = new MongoReads(server);
    store = {
      read: <Answer>(name: string, query: Query<Answer>) => reads.run(name, query) as Promise<Answer>,
      change: <Answer>(_: string, rule: Rule<Answer>) => groups.run(rule) as Promise<Answer>,
      counters: new MongoRates(server),
      ping: async () => new Date(),
      close: async () => {
        await Promise.all([groups.close(), reads.close()]);
      },
    };
    records = recordsOn(store);
  });
  afterAll(async () => {
    await store.close();
    await client.close();
    await dropDatabase(url);
  });
  beforeEach(() => {
    sent.length = 0;
  });

  /** Collections of what was sent to all shards. */
  const untargeted = () =>
    sent
      .filter(({ collection, named }) => !isTargeted(collection, named))
      .map(({ collection }) => collection);

  const register = async () => {
    const asked = newRegistration(caller, {
      ...{ receivedAt: new Date(), dailyLimit: 100, idempotencyKey: randomUUID() },
    });
    const result = await records.proofs.register(asked);
    if (result.outcome !== "created") throw new Error(`expected a new proof, got ${result.outcome}`);
    return result.proof;
  };

  it.each(ALL_TABLES.map((table) => [table.name, table] as const))(
    "whatever names rows of %s asks their shards",
    async (name, table) => {
      const rowOf = () =>
        Object.fromEntries(table.columns.map((column) => [column.name, CELLS[column.base]()])) as AnyRow;
      const [one, two] = [rowOf(), rowOf()];
      if (table.rule.key.every((column) => typeof one[column] === "number"))
        for (const column of table.rule.key) (two as Record<string, Cell>)[column] = 2;
      const keys = [one, two].map((row) => keyOf(table, row) as never);
      const own = (rows: object) => (rows as Record<TableName, Changes<"accounts">>)[name];
      await store.change("test.insert", (rows) => own(rows).insert(one as never, two as never));
      await store.read("test.get", (rows) => own(rows).getMany(keys));
      await store.change("test.touch", (rows) => own(rows).touch(keys[0]!));
      const other = table.columns.find((column) => !table.rule.key.includes(column.name));
      if (other !== undefined)
        await store.change("test.update", (rows) =>
          own(rows).update(keys[1]!, {}, { [other.name]: CELLS[other.base]() }),
        );
      await store.change("test.remove", (rows) => own(rows).remove(...keys));
      expect(sent.length).toBeGreaterThanOrEqual(other === undefined ? 6 : 8);
      expect(untargeted()).toEqual([]);
    },
  );

  it("a registration asks the shards of its account, its bytes and its key", async () => {
    // Each instance asks all shards once for each key.
    await register();
    sent.length = 0;
    await register();
    expect([...new Set(sent.map(({ collection }) => collection))].toSorted()).toEqual([
      "accounts",
      "days",
      "fingerprints",
      "idempotencyKeys",
      "proofs",
      "queue",
    ]);
    expect(untargeted()).toEqual([]);
  });

  it("a list asks the account's shards", async () => {
    for (let i = 0; i < 3; i++) await register();
    sent.length = 0;
    const page = await records.proofs.list(caller.accountId, 2, null);
    await records.proofs.list(caller.accountId, 2, page.proofs.at(-1)!.id);
    const lists = sent.filter(({ collection }) => collection === "proofs");
    expect(lists.length).toBeGreaterThanOrEqual(2);
    // The shard key is the account and the identifier: a page has the first, which is enough for a router.
    for (const { named } of lists) expect(named["_id.account"]).toBeDefined();
  });

  it("a look-up by the owner and one by fingerprint name the account", async () => {
    const { id, hash } = await register();
    sent.length = 0;
    await records.proofs.findOwn(id, caller.accountId);
    await records.proofs.findFirst(hash);
    const lookUps = sent.filter(({ collection }) => ["proofs", "fingerprints"].includes(collection));
    expect(new Set(lookUps.map(({ collection }) => collection))).toEqual(new Set(["fingerprints", "proofs"]));
    for (const { collection, named } of lookUps) expect(isTargeted(collection, named)).toBe(true);
  });
});
