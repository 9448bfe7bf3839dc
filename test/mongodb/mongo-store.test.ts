/** The store contract on MongoDB, and what is specific to this store. */
import { randomUUID } from "node:crypto";
import { MongoClient } from "mongodb";
import { afterAll, describe, expect, inject, it } from "vitest";
import { describeAccounts } from "../../service/src/store/account-contract.testing.js";
import { describeAudit } from "../../service/src/store/audit-contract.testing.js";
import { describeCustodyStore } from "../../service/src/store/custody-contract.testing.js";
import { openMongoStore } from "../../service/src/store/mongodb/mongo-store.js";
import { describeOperatorStore } from "../../service/src/store/operator-contract.testing.js";
import { describeOrders } from "../../service/src/store/order-contract.testing.js";
import { describePeople } from "../../service/src/store/people-contract.testing.js";
import { randomHash } from "../../service/src/store/registration.testing.js";
import { describeRevocation } from "../../service/src/store/revocation-contract.testing.js";
import { describeSeals } from "../../service/src/store/seal-contract.testing.js";
import { describeSearch } from "../../service/src/store/search-contract.testing.js";
import { describeStamps } from "../../service/src/store/stamp-contract.testing.js";
import { STAMP_NONCE_BYTES } from "../../service/src/store/stamp-set.js";
import { NewerDatabaseError, StoreUnavailableError } from "../../service/src/store/store.js";
import { describeStore, type OpenedStore } from "../../service/src/store/store-contract.testing.js";
import { describeStoreRaces, type OpenedTwice } from "../../service/src/store/store-races.testing.js";
import { describeTrustSnapshots } from "../../service/src/store/trust-snapshot-contract.testing.js";
import { dropDatabase, newDatabaseUrl } from "./database-url.js";
import { ReusedDatabases } from "./reused-databases.js";

/** A busy machine must not fail a registration. */
const TIMEOUT_MS = 20_000;
const serverUrl = inject("mongodbUrl");

describe.skipIf(serverUrl === null)("MongoDB", () => {
  const newUrl = () => newDatabaseUrl(serverUrl!);
  const databases = new ReusedDatabases(serverUrl ?? "mongodb://127.0.0.1");
  afterAll(() => databases.drop());

  const openOne = async (): Promise<OpenedStore> => {
    const url = databases.take();
    const store = await openMongoStore({ url, timeoutMs: TIMEOUT_MS });
    return {
      store,
      dispose: async () => {
        await store.close();
        await databases.giveBack(url);
      },
    };
  };
  describeStore("MongoDB", openOne);
  describeSearch("MongoDB", openOne);

  const openTwo = async (): Promise<OpenedTwice> => {
    const url = databases.take();
    // One after the other: another test builds the indexes twice at once.
    const stores = [
      await openMongoStore({ url, timeoutMs: TIMEOUT_MS }),
      await openMongoStore({ url, timeoutMs: TIMEOUT_MS }),
    ] as const;
    return {
      stores,
      dispose: async () => {
        await Promise.all(stores.map((store) => store.close()));
        await databases.giveBack(url);
      },
    };
  };
  describeStoreRaces("MongoDB", openTwo);
  describeAccounts("MongoDB", openTwo);
  describePeople("MongoDB", openTwo);
  describeAudit("MongoDB", openTwo);
  describeOrders("MongoDB", openTwo);
  describeOperatorStore("MongoDB", openOne);
  describeSeals("MongoDB", openTwo);
  describeCustodyStore("MongoDB", openTwo);
  describeStamps("MongoDB", openTwo);
  describeTrustSnapshots("MongoDB", openTwo);
  describeRevocation("MongoDB", openTwo);

  it("gives its stamps the number of a set although the process died before", async () => {
    const url = newUrl();
    const store = await openMongoStore({ url, timeoutMs: TIMEOUT_MS });
    const client = new MongoClient(url);
    const lease = (await store.leases.acquire("attest", "test", 60_000))!;
    const [digest, later] = [randomHash(), randomHash()];
    await store.stamps.request([digest]);
    const { setNumber } = (await store.stamps.peek(lease, 1))!;
    const members = [{ digest, nonce: new Uint8Array(STAMP_NONCE_BYTES) }];
    await store.stamps.commit(lease, setNumber, { root: randomHash(), members, createdAt: new Date() });
    await client
      .db()
      .collection("stamps")
      .updateMany({}, { $set: { set: null } });
    await client
      .db()
      .collection("stamp_sets")
      .updateMany({}, { $set: { isMarked: false } });
    await store.stamps.request([later]);
    expect(await store.stamps.peek(lease, 10)).toEqual({ setNumber: setNumber + 1, digests: [later] });
    expect(await store.stamps.find(digest)).toMatchObject({ set: { number: setNumber }, index: 0 });
    await store.close();
    await client.close();
    await dropDatabase(url);
  });

  it("refuses a database that a later version wrote", async () => {
    const url = newUrl();
    const client = new MongoClient(url);
    await client.db().collection<{ _id: number }>("migrations").insertOne({ _id: 1_000 });
    await expect(openMongoStore({ url, timeoutMs: TIMEOUT_MS })).rejects.toThrow(NewerDatabaseError);
    await client.db().dropDatabase();
    await client.close();
  });

  it("does not blame the server for a time in which this process itself was paused", async () => {
    const url = newUrl();
    const store = await openMongoStore({ url, timeoutMs: 3_000 });
    try {
      const ask = () =>
        Promise.all([
          store.ping(),
          store.accounts.findAccount(randomUUID()),
          store.leases.acquire("job", "a", 60_000),
        ]);
      // Opens the connections.
      await ask();
      const asked = ask();
      // As with SIGSTOP and SIGCONT: timers expire before anything that has arrived is read.
      await new Promise((resolve) => setImmediate(resolve));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_500);
      await expect(asked).resolves.toMatchObject([expect.any(Date), null, { name: "job", holder: "a" }]);
    } finally {
      await store.close();
      await dropDatabase(url);
    }
  });

  it("is migrated once by 8 instances that start at the same time", async () => {
    const url = newUrl();
    const stores = await Promise.all(
      Array.from({ length: 8 }, () => openMongoStore({ url, timeoutMs: TIMEOUT_MS })),
    );
    await Promise.all(stores.map((store) => store.ping()));
    const client = new MongoClient(url);
    expect(await client.db().collection("migrations").countDocuments()).toBe(15);
    const indexes = await client.db().collection("proofs").indexes();
    expect(indexes.map(({ key }) => key)).toContainEqual({ account: 1, seq: -1 });
    await Promise.all(stores.map((store) => store.close()));
    await client.db().dropDatabase();
    await client.close();
  });
});

it("reports that nobody answers, without the credentials", async () => {
  const url = "mongodb://somebody:secret@127.0.0.1:1/svc";
  const error = await openMongoStore({ url, timeoutMs: 300 }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(StoreUnavailableError);
  expect(String(error)).not.toMatch(/secret|somebody|127\.0\.0\.1/);
});

it.each([
  "",
  "http://example.org",
  "mongodb://",
  "mongodb://a:secret@b:c:d/",
  "mongodb://u:secret@h/?w=x&tls=maybe",
])("refuses the address %j", async (url) => {
  const error = await openMongoStore({ url, timeoutMs: 300 }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(StoreUnavailableError);
  expect(String(error)).not.toContain("secret");
});
