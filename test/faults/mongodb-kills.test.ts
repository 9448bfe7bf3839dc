/**
 * The MongoDB server is killed and restarted on its files at seeded moments while proofs are
 * registered. Everything acknowledged exists once; everything else can be requested again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { openMongodbRecords } from "../../service/src/records/open-records.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { MongoWorkload } from "./mongodb-workload.js";

/** Milliseconds of registrations before each kill, drawn from the seed of the run. */
const LIVES_MS = fc.sample(fc.integer({ min: 1, max: 350 }), 5);
const PARALLEL = 24;

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`a killed MongoDB server (${HOW_TO_PROVIDE})`, () => {
  afterAll(() => server?.dispose());

  it("loses nothing that was acknowledged, and makes nothing twice", async () => {
    const url = server!.urlOf("svc_test_kills");
    const store = await openMongodbRecords({ url, timeoutMs: 5_000 });
    const workload = await MongoWorkload.create(store);
    for (const lifeMs of LIVES_MS) {
      let isAlive = true;
      const before = workload.acknowledged;
      const sending = (async () => {
        while (isAlive) await workload.send(store, PARALLEL);
      })();
      await expect.poll(() => workload.acknowledged).toBeGreaterThan(before);
      await sleep(lifeMs);
      await server!.kill();
      isAlive = false;
      await server!.restart();
      await sending;
      await expect.poll(() => store.ping().then(() => "answers", String)).toBe("answers");
    }
    await workload.settle(store);
    await workload.expectBooks(store, url);
    await store.close();
  });
});
