/**
 * The connection to MongoDB stalls and breaks while proofs are registered: every request ends in
 * time, nothing acknowledged is lost, nothing is made twice.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it, vi } from "vitest";
import { newCaller } from "../../service/src/records/account.testing.js";
import { openMongodbRecords, type Records } from "../../service/src/records/records.js";
import type { Caller } from "../../service/src/records/registration.testing.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { MongoProxy } from "./mongodb-proxy.js";
import { MongoWorkload, registration } from "./mongodb-workload.js";

const TIMEOUT_MS = 3_000;
/** For what is certain to come. */
const PATIENCE = { timeout: 60_000, interval: 5 };

const server: MongoServer | null = await startMongoServer();

interface Network {
  readonly proxy: MongoProxy;
  readonly url: string;
  /** Behind the proxy. */
  readonly store: Records;
}

// Most of them wait.
describe.skipIf(server === null).concurrent(`a network in front of MongoDB (${HOW_TO_PROVIDE})`, () => {
  afterAll(() => server?.dispose());

  const withNetwork = async (test: (network: Network) => Promise<void>) => {
    const proxy = await MongoProxy.start(server!.port);
    // The server's own address would bypass the proxy.
    const url = `mongodb://127.0.0.1:${proxy.port}/svc_test_${proxy.port}?directConnection=true`;
    const store = await openMongodbRecords({ url, timeoutMs: TIMEOUT_MS });
    try {
      await test({ proxy, url, store });
    } finally {
      proxy.resume();
      await store.close();
      await proxy.dispose();
    }
  };

  it("that stalls: all requests end in time, and work again when it flows", () =>
    withNetwork(async ({ proxy, store }) => {
      const caller = await newCaller(store);
      const { accountId } = caller;
      proxy.stall();
      const answers = await Promise.allSettled([
        store.proofs.register(registration(caller)),
        store.proofs.findOwn(registration(caller).id, accountId),
        store.proofs.list(accountId, 10, null),
        store.proofs.countOfDay(accountId, new Date()),
        store.accounts.findAccount(accountId),
        store.leases.acquire("job", "a", 1_000),
        store.rates.add("a", 1, 1_000),
        store.secret("csrf"),
        store.ping(),
      ]);
      for (const answer of answers) {
        expect(answer.status === "rejected" && answer.reason).toBeInstanceOf(StoreUnavailableError);
      }
      proxy.resume();
      await vi.waitFor(() => store.ping(), PATIENCE);
      expect((await store.proofs.register(registration(caller))).outcome).toBe("created");
    }));

  it("that stalls during registrations: each is made once", () =>
    withNetwork(async ({ proxy, url, store }) => {
      const workload = await MongoWorkload.create(store);
      for (let round = 0; round < 3; round++) {
        const sending = workload.send(store, 40);
        await sleep(round * 7);
        proxy.stall();
        await sending;
        proxy.resume();
        await vi.waitFor(() => store.ping(), PATIENCE);
      }
      await workload.settle(store);
      await workload.expectBooks(store, url);
    }));

  it("that is away under open transactions: their rows are free when it is back", () =>
    withNetwork(async ({ proxy, store }) => {
      const callers = [await newCaller(store), await newCaller(store)];
      const register = (caller: Caller) => store.proofs.register(registration(caller));
      let open = 0;
      // Each has written, and its next command never arrives.
      proxy.watch = {
        asked: ({ name, collection }) => {
          if (name !== "insert" || collection !== "queue") return true;
          open++;
          return false;
        },
      };
      const asked: Promise<unknown>[] = [];
      for (const caller of callers) {
        asked.push(register(caller).catch((error: unknown) => error));
        await vi.waitUntil(() => open === asked.length, PATIENCE);
      }
      proxy.stall();
      for (const answer of await Promise.all(asked)) expect(answer).toBeInstanceOf(StoreUnavailableError);
      // Until the driver has given up. What is on its way is lost.
      await sleep(4 * TIMEOUT_MS);
      proxy.cut();
      proxy.watch = {};
      proxy.resume();
      await vi.waitFor(() => store.ping(), PATIENCE);
      for (const caller of callers) expect((await register(caller)).outcome).toBe("created");
    }));

  it("that breaks again and again: each is made once", () =>
    withNetwork(async ({ proxy, url, store }) => {
      const workload = await MongoWorkload.create(store);
      let isSending = true;
      const cutting = (async () => {
        for (let i = 0; isSending; i++) {
          await sleep((i * 13) % 47);
          proxy.cut();
        }
      })();
      for (let round = 0; round < 10; round++) await workload.send(store, 30);
      isSending = false;
      await cutting;
      await workload.settle(store);
      await workload.expectBooks(store, url);
    }));

  describe("that breaks before a command is answered", () => {
    /** Cuts once, after the server has done it. Returns how often it is sent. */
    const cutAfter = (proxy: MongoProxy, cut: string, of?: string): (() => number) => {
      let count = 0;
      proxy.watch = {
        answered: ({ name, collection }) => {
          if (name !== cut || (of !== undefined && collection !== of) || ++count > 1) return true;
          proxy.cut();
          return false;
        },
      };
      return () => count;
    };

    it("counts each addition to a counter once", () =>
      withNetwork(async ({ proxy, store }) => {
        const add = () => Promise.all(["a", "b", "c"].map((key) => store.rates.add(key, 1, 600_000)));
        await add();
        const updates = cutAfter(proxy, "update", "rates");
        expect((await add()).map(({ total }) => total)).toEqual([2, 2, 2]);
        expect(updates()).toBe(2);
        expect((await add()).map(({ total }) => total)).toEqual([3, 3, 3]);
      }));

    it.each([
      ["update", "days"],
      ["insert", "proofs"],
      ["commitTransaction", undefined],
    ] as const)("counts the proofs of a day once (%s %s)", (command, of) =>
      withNetwork(async ({ proxy, store }) => {
        const callers = [await newCaller(store), await newCaller(store), await newCaller(store)];
        const register = () =>
          Promise.all(
            callers.map((caller) => store.proofs.register(registration(caller, { dailyLimit: 3 }))),
          );
        await register();
        const count = cutAfter(proxy, command, of);
        expect((await register()).map(({ outcome }) => outcome)).toEqual(["created", "created", "created"]);
        expect(count()).toBeGreaterThanOrEqual(2);
        for (const { accountId } of callers) {
          expect(await store.proofs.countOfDay(accountId, registration(callers[0]!).receivedAt)).toBe(2);
          expect((await store.proofs.list(accountId, 10, null)).proofs).toHaveLength(2);
        }
      }),
    );
  });
});
