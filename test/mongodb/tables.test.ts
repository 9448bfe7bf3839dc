/** The port over tables on MongoDB, and what is specific to this engine. */

import { MongoClient } from "mongodb";
import { afterAll, describe, expect, inject, it } from "vitest";
import { describeAnchorRaces } from "../../service/src/records/anchors-races.testing.js";
import { describeRecords } from "../../service/src/records/records-contract.testing.js";
import { openMongodb } from "../../service/src/store/mongodb/engine.js";
import { MongodbUrlError, openStore } from "../../service/src/store/open-store.js";
import { describeOpening } from "../../service/src/store/opening.testing.js";
import { describePort, newLease, type OpenedTwice } from "../../service/src/store/port-contract.testing.js";
import { type Store, StoreUnavailableError } from "../../service/src/store/store.js";
import { describeWriteSkew } from "../../service/src/store/write-skew.testing.js";
import { dropDatabase, newDatabaseUrl } from "./database-url.js";
import { ReusedDatabases } from "./reused-databases.js";

/** A busy machine must not fail a change. */
const TIMEOUT_MS = 20_000;
const serverUrl = inject("mongodbUrl");

interface Opened {
  readonly url: string;
  readonly stores: readonly [Store, Store];
  /** Whether a test has closed one of them. */
  readonly isClosed: boolean;
}

describe.skipIf(serverUrl === null)("tables in MongoDB", () => {
  const databases = new ReusedDatabases(serverUrl ?? "mongodb://127.0.0.1");
  /** To open a store takes longer than most tests: what a test leaves open is that of the next. */
  const free: Opened[] = [];
  const close = ({ stores }: Opened) => Promise.all(stores.map((store) => store.close()));
  afterAll(async () => {
    for (const opened of free) await close(opened);
    await databases.drop();
  });

  const newStores = async (): Promise<Opened> => {
    const url = databases.take();
    const opened = { url, isClosed: false };
    const open = async (): Promise<Store> => {
      const store = await openMongodb({ url, timeoutMs: TIMEOUT_MS });
      const close = () => {
        opened.isClosed = true;
        return store.close();
      };
      return { ...store, close };
    };
    return Object.assign(opened, { stores: [await open(), await open()] as const });
  };
  const openTwo = async (): Promise<OpenedTwice> => {
    const opened = free.pop() ?? (await newStores());
    const { url, stores } = opened;
    return {
      stores,
      dispose: async () => {
        if (!opened.isClosed) {
          await databases.empty(url);
          free.push(opened);
          return;
        }
        await close(opened);
        await databases.giveBack(url);
      },
    };
  };
  describeOpening("MongoDB", async () => {
    const url = newDatabaseUrl(serverUrl!);
    return {
      open: () => openMongodb({ url, timeoutMs: TIMEOUT_MS }),
      dispose: () => dropDatabase(url),
    };
  });
  describePort("MongoDB", openTwo, { sequences: 10, races: 15 });
  describeRecords("MongoDB", openTwo, { requests: 300, isSideBySide: true });
  describeWriteSkew("MongoDB", openTwo, { isSideBySide: true });
  describeAnchorRaces("MongoDB", openTwo, { isSideBySide: true });

  it("is opened by 8 instances at once on a new database", async () => {
    const url = newDatabaseUrl(serverUrl!);
    const open = () => openMongodb({ url, timeoutMs: TIMEOUT_MS });
    const stores = await Promise.all(Array.from({ length: 8 }, open));
    await Promise.all(stores.map((store) => store.ping("writes")));
    await Promise.all(stores.map((store) => store.close()));
    const client = new MongoClient(url);
    const meta = client.db().collection<{ _id: string }>("meta");
    expect(await meta.findOne({ _id: "version" })).toEqual({ _id: "version", number: 3, oldestReader: 2 });
    const indexes = await client.db().collection("proofs").indexes();
    expect(indexes.map(({ key }) => key)).toContainEqual({ "_id.account": 1, "_id.id": 1 });
    await client.close();
    await dropDatabase(url);
  });

  it("lets a database be that a later release has made, and this one may read", async () => {
    const url = newDatabaseUrl(serverUrl!);
    const open = () => openMongodb({ url, timeoutMs: TIMEOUT_MS });
    await (await open()).close();
    const client = new MongoClient(url);
    const meta = client.db().collection<{ _id: string; number: number }>("meta");
    await meta.updateOne({ _id: "version" }, { $set: { number: 4 } });
    await client.db().collection("genesis").drop();
    await (await open()).close();
    expect(await meta.findOne({ _id: "version" })).toMatchObject({ number: 4, oldestReader: 2 });
    expect(await client.db().listCollections({ name: "genesis" }).toArray()).toEqual([]);
    await client.close();
    await dropDatabase(url);
  });

  it("makes the indexes of a collection that was made anew, as by a restore", async () => {
    const url = newDatabaseUrl(serverUrl!);
    const open = async () => (await openMongodb({ url, timeoutMs: TIMEOUT_MS })).close();
    await open();
    const client = new MongoClient(url);
    const proofs = client.db().collection("proofs");
    const made = (await proofs.indexes()).map(({ name }) => name);
    await proofs.drop();
    await client.db().createCollection("proofs");
    await open();
    expect((await proofs.indexes()).map(({ name }) => name)).toEqual(made);
    await client.close();
    await dropDatabase(url);
  });

  it("does not blame the server for a time in which this process itself was paused", async () => {
    const url = databases.take();
    const store = await openMongodb({ url, timeoutMs: 3_000 });
    const lease = newLease();
    const ask = () =>
      Promise.all([
        store.ping("writes"),
        store.read("test.get", (rows) => rows.leases.get([lease.name])),
        store.change("test.touch", (rows) => rows.leases.touch([lease.name])),
      ]);
    // Opens the connections.
    await ask();
    const asked = ask();
    // As with SIGSTOP and SIGCONT: timers expire before anything that has arrived is read.
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_500);
    await expect(asked).resolves.toMatchObject([expect.any(Date), null, false]);
    await store.close();
    await databases.giveBack(url);
  });
});

it("reports that nobody answers, without the credentials", async () => {
  const url = "mongodb://somebody:secret@127.0.0.1:1/svc";
  const error = await openMongodb({ url, timeoutMs: 300 }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(StoreUnavailableError);
  expect(String(error)).not.toMatch(/secret|somebody|127\.0\.0\.1/);
});

it.each([
  "",
  "http://example.org",
  "mongodb://",
  "mongodb://a:secret@b:c:d/",
  "mongodb://u:secret@h/?w=x&tls=maybe",
])("refuses the address %j without telling it", async (mongodbUrl) => {
  const opened = openStore({ mongodbUrl, mongodbTimeoutMs: 300 }, null);
  await expect(opened).rejects.toThrow(MongodbUrlError);
  await expect(opened).rejects.toThrow(/^SVC_MONGODB_URL: [^@]+$/);
});
