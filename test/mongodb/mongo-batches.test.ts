/** What building a batch deletes. The rules of batches are in the store's contract. */
import { randomUUID } from "node:crypto";
import { MongoClient } from "mongodb";
import { describe, expect, inject, it } from "vitest";
import { newCaller } from "../../service/src/store/account.testing.js";
import { MongoAccess } from "../../service/src/store/mongodb/access/mongo-access.js";
import { MongoBatches } from "../../service/src/store/mongodb/batches/mongo-batches.js";
import { hexToBinary, ownUuidToBinary } from "../../service/src/store/mongodb/documents/binary.js";
import type { BatchDocument, TileDocument } from "../../service/src/store/mongodb/documents/documents.js";
import { openMongoStore } from "../../service/src/store/mongodb/mongo-store.js";
import { ReceiptLog } from "../../service/src/store/mongodb/registration/receipt-log.js";
import { registration } from "../faults/mongodb-workload.js";
import { newDatabaseUrl } from "./database-url.js";
import { openAccess } from "./open-access.js";

const serverUrl = inject("mongodbUrl");

describe.skipIf(serverUrl === null)("a batch of the MongoDB store", () => {
  it("deletes the tiles that a paused builder wrote for the previous batch, and keeps that batch's own", async () => {
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
      const made = { root: "0".repeat(64), leafCount: slice.count, createdAt: new Date(), chainIds: [1] };
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

  it("is found with two queries, however many batches a page of proofs is in", async () => {
    const { access, dispose } = await openAccess(serverUrl!);
    // One position in each of 150 batches of 10, and 5 that wait.
    await access.collections.batches.insertMany(Array.from({ length: 150 }, (_, i) => madeBatch(i + 1)));
    const positions = Array.from({ length: 155 }, (_, i) => 10 * i + (i % 10) + 1);
    let questions = 0;
    class CountedAccess extends MongoAccess {
      override run<Result>(ask: Parameters<MongoAccess["run"]>[0]): Promise<Result> {
        questions++;
        return super.run(ask) as Promise<Result>;
      }
    }
    const counted = new CountedAccess(access.collections, access.timeoutMs);
    const batches = new MongoBatches(counted, new ReceiptLog(counted));
    const page = async (from: number, to: number) => {
      questions = 0;
      const found = await Promise.all(positions.slice(from, to).map((seq) => batches.findRange(seq)));
      return { numbers: found.map((range) => range?.batch.number ?? null), questions };
    };
    const expected = Array.from({ length: 155 }, (_, i) => (i < 150 ? i + 1 : null));
    expect(await page(60, 155)).toEqual({ numbers: expected.slice(60), questions: 2 });
    // The next page: some are known, and read again because they may have changed.
    expect(await page(0, 100)).toEqual({ numbers: expected.slice(0, 100), questions: 3 });
    expect(await page(0, 100)).toEqual({ numbers: expected.slice(0, 100), questions: 1 });
    await dispose();
  });
});

function madeBatch(number: number): BatchDocument {
  return {
    _id: number,
    state: "made",
    sealingToken: 1,
    anchoringToken: 0,
    id: ownUuidToBinary(randomUUID()),
    root: hexToBinary("0".repeat(64)),
    firstSeq: 10 * number - 9,
    lastSeq: 10 * number,
    createdAt: new Date(),
    anchors: [{ chainId: 1, state: "batched", reopened: false, inclusion: null }],
    anchorsVersion: 1,
    attempts: [],
  };
}
