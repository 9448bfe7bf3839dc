/**
 * Indexes of a large database take minutes to build: longer than any command may take, and the
 * start waits for them.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openMongodbRecords } from "../../service/src/records/records.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { MongoProxy } from "./mongodb-proxy.js";

const TIMEOUT_MS = 1_000;

const server: MongoServer | null = await startMongoServer();

describe.skipIf(server === null)(`index builds on MongoDB (${HOW_TO_PROVIDE})`, () => {
  let proxy: MongoProxy;
  let url: string;

  beforeEach(async () => {
    proxy = await MongoProxy.start(server!.port);
    url = `mongodb://127.0.0.1:${proxy.port}/svc_indexes_${proxy.port}?directConnection=true`;
  });
  afterEach(() => proxy.dispose());
  afterAll(() => server?.dispose());

  it("that take longer than the time-out are waited for, and logged", async () => {
    const slow: unknown[] = [];
    proxy.watch = {
      answered: async ({ name, collection }) => {
        if (name !== "createIndexes" || (collection !== "proofs" && collection !== "seals")) return true;
        slow.push(collection);
        await sleep(3 * TIMEOUT_MS);
        return true;
      },
    };
    const told: unknown[] = [];
    const log = {
      info: (details: object, message: string) => void told.push({ ...details, message }),
      warn: () => {},
    };
    const store = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS, log });
    expect(slow.toSorted()).toEqual(["proofs", "seals"]);
    expect(told).toEqual([{ from: 0, to: expect.any(Number), message: "preparing the database" }]);
    await store.ping();
    await store.close();
    // The next start has nothing to build.
    await (await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS, log })).close();
    expect(told).toHaveLength(1);
  });

  it("on a server that falls silent are abandoned, and built by the next start", async () => {
    proxy.watch = {
      asked: ({ name }) => {
        if (name === "createIndexes") proxy.stall();
        return true;
      },
    };
    await expect(openMongodbRecords({ url, timeoutMs: TIMEOUT_MS })).rejects.toThrow(StoreUnavailableError);
    proxy.watch = {};
    proxy.resume();
    const store = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
    await store.ping();
    await store.close();
  });
});
