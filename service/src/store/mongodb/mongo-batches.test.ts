/** What making a batch clears away. What batches are is the store's contract. */
import { randomUUID } from "node:crypto";
import { MongoClient } from "mongodb";
import { describe, expect, inject, it } from "vitest";
import { newCaller, registration } from "../../../../test/faults/mongodb-workload.js";
import { newDatabaseUrl } from "../../../../test/mongodb/database-url.js";
import type { TileDocument } from "./documents.js";
import { openMongoStore } from "./mongo-store.js";

const serverUrl = inject("mongodbUrl");

describe.skipIf(serverUrl === null)("a batch of the MongoDB store", () => {
  it("takes away the tiles that a paused sealer wrote for the batch before it, and keeps that batch's own", async () => {
    const url = newDatabaseUrl(serverUrl!);
    const store = await openMongoStore({ url, timeoutMs: 20_000 });
    const client = new MongoClient(url);
    const tiles = client.db().collection<TileDocument>("tiles");
    const caller = await newCaller(store);
    const lease = (await store.leases.acquire("seal", "a", 60_000))!;
    const seal = async (): Promise<void> => {
      await store.proofs.register(registration(caller));
      const slice = (await store.batches.peekQueue(lease, 10))!;
      await store.batches.writeTiles(slice, [{ level: 0, index: 0, values: new Uint8Array(32) }]);
      const made = { root: "0".repeat(64), leafCount: slice.count, createdAt: new Date(), chainId: 1 };
      expect(await store.batches.commit(slice, { id: randomUUID(), ...made })).toBe(true);
    };
    await seal();
    const own = await tiles.findOne();
    await tiles.insertMany(["1/10/0/0", "1/2/0/0", "1/0/1/0"].map((_id) => ({ _id, values: own!.values })));
    await seal();
    expect((await tiles.find().toArray()).map(({ _id }) => _id).sort()).toEqual(["1/1/0/0", "2/1/0/0"]);
    await store.close();
    await client.db().dropDatabase();
    await client.close();
  });
});
