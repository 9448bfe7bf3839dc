/**
 * A MongoDB that is killed, stopped, or silently cut off under a service in use: requests that need
 * no store are answered, the others are refused without a query, the outage is logged once, and it
 * ends by itself.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { Metrics } from "../../service/src/operations/metrics.js";
import { observedRecords, storeObserver, storeOutages } from "../../service/src/operations/observed-store.js";
import { recordsOn } from "../../service/src/records/records.js";
import { guardedStore } from "../../service/src/store/guard.js";
import { openMongodb } from "../../service/src/store/mongodb/engine.js";
import type { Store } from "../../service/src/store/store.js";
import { ApiService, randomHash, type TestAccount } from "../contract/api-service.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { MongoProxy } from "./mongodb-proxy.js";

/** The service's default. */
const TIMEOUT_MS = 5_000;
const STATIC_PATHS = ["/", "/verify/", "/api/v2/openapi.json", "/transaction/1/0x00"];

const server: MongoServer | null = await startMongoServer({ isKilled: true });

describe.skipIf(server === null)(`an outage of MongoDB (${HOW_TO_PROVIDE})`, () => {
  let proxy: MongoProxy;
  let service: ApiService;
  let metrics: Metrics;
  let account: TestAccount;
  /** The log lines about the store. */
  let lines: string[];
  /** Calls to the store so far, without pings. */
  let asked: number;

  beforeEach(async () => {
    proxy = await MongoProxy.start(server!.port);
    metrics = new Metrics();
    lines = [];
    asked = 0;
    const note = (_: object, message: string) => void lines.push(message);
    const url = `mongodb://127.0.0.1:${proxy.port}/svc_outage_${proxy.port}?directConnection=true`;
    service = await ApiService.start(
      { requestsPerMinutePerIp: 100_000, creationsPerMinute: 60 },
      async () => {
        const guarded = guardedStore(counted(await openMongodb({ url, timeoutMs: TIMEOUT_MS })), {
          ...storeOutages({ info: note, warn: note, error: note }, metrics),
          observer: storeObserver(metrics),
        });
        const store = observedRecords(recordsOn(guarded), metrics);
        return { store, remove: () => store.close() };
      },
    );
    account = await service.newAccount();
  });
  afterEach(async () => {
    await service.stop();
    await proxy.dispose();
  });
  afterAll(() => server?.dispose());

  /** The same store; counts what it is asked. */
  function counted(store: Store): Store {
    const { counters } = store;
    const count = <Answer>(answer: Answer): Answer => {
      asked++;
      return answer;
    };
    return {
      ...store,
      read: (name, query) => count(store.read(name, query)),
      change: (name, rule) => count(store.change(name, rule)),
      counters: {
        add: (...given) => count(counters.add(...given)),
        takeBack: (...given) => count(counters.takeBack(...given)),
      },
    };
  }

  const create = () => service.request("POST", "/proofs", { key: account.key, body: { hash: randomHash() } });
  const available = async () =>
    Object.fromEntries(
      (await metrics.storeAvailable.get()).values.map(({ labels, value }) => [labels.need, value]),
    );
  async function expectStaticAnswers(): Promise<void> {
    for (const path of STATIC_PATHS) {
      expect((await service.requestAt("GET", path)).status, path).not.toBeGreaterThanOrEqual(500);
    }
  }

  test.each([
    {
      what: "that is killed",
      begin: () => server!.kill(),
      end: () => server!.restart(),
    },
    {
      what: "that is stopped",
      begin: async () => server!.pause(),
      end: async () => server!.resume(),
    },
    {
      what: "that is cut off silently",
      begin: async () => proxy.stall(),
      end: async () => proxy.resume(),
    },
  ])("$what", async ({ begin, end }) => {
    const made = new Set<string>();
    for (let i = 0; i < 3; i++) made.add((await create()).json.id);
    expect(await available()).toEqual({ reads: 1, writes: 1 });

    await begin();
    try {
      // The first requests wait until the outage is noticed. Those that need no store are answered
      // meanwhile.
      const first = Promise.all([
        create(),
        service.request("GET", `/proofs/${[...made][0]}`, { key: account.key }),
      ]);
      await expectStaticAnswers();
      for (const { status } of await first) expect(status).toBe(503);
      await expect.poll(() => lines.length).toBe(1);

      const before = asked;
      expect(before).toBeGreaterThan(0);
      for (let i = 0; i < 50; i++) {
        const answer = await (i % 2 === 0
          ? create()
          : service.request("GET", "/proofs", { key: account.key }));
        expect([answer.status, answer.json.error.code]).toEqual([503, "unavailable"]);
        expect(answer.json.error.proof_id).toBeUndefined();
        if (i % 10 === 0) await expectStaticAnswers();
      }
      expect(asked).toBe(before);
      await sleep(3_000);
      expect(await available()).toEqual({ reads: 0, writes: 0 });
      expect(lines).toEqual([expect.stringMatching(/^the store does not answer/)]);
    } finally {
      await end();
    }

    // Nobody has to do anything, not even to send a request.
    await expect.poll(() => lines, { interval: 100 }).toHaveLength(2);
    expect(lines[1]).toBe("the store serves again");
    expect(await available()).toEqual({ reads: 1, writes: 1 });
    expect((await metrics.storeOutages.get()).values[0]!.value).toBe(1);
    for (let i = 0; i < 5; i++) {
      const answer = await create();
      expect(answer.status).toBe(201);
      made.add(answer.json.id);
    }
    // Quotas are exact: refused requests are not counted, made proofs are, whoever learned of them.
    const { json } = await service.request("GET", "/proofs?limit=100", { key: account.key });
    const listed: string[] = json.data.map(({ id }: { id: string }) => id);
    expect(listed).toEqual(expect.arrayContaining([...made]));
    expect(listed.length - made.size).toBeLessThanOrEqual(1);
    const report = await service.request("GET", "/account", { key: account.key });
    expect(report.json.proofs.used_today).toBe(listed.length);
  });
});
