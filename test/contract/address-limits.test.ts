/** The limit of requests per address, on every store. */
import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import type { Records } from "../../service/src/records/records.js";
import { StoreUnavailableError } from "../../service/src/store/store.js";
import { type Answered, type ApiDeps, ApiService } from "./api-service.js";
import { describeStores, type OpenStore } from "./test-stores.js";

let running: ApiService[] = [];

async function start(changes?: Partial<ApiDeps>, open?: OpenStore): Promise<ApiService> {
  const service = await ApiService.start(changes, open);
  running.push(service);
  return service;
}

afterEach(async () => {
  // In reverse order: a later service may use the store of an earlier one.
  for (const service of running.reverse()) await service.stop();
  running = [];
});

/** The members of a store, for a copy with one of them replaced. */
function openMembers(store: Records): Records {
  return {
    accounts: store.accounts,
    people: store.people,
    audit: store.audit,
    mailWishes: store.mailWishes,
    orders: store.orders,
    proofs: store.proofs,
    seals: store.seals,
    batches: store.batches,
    attestations: store.attestations,
    stamps: store.stamps,
    blockHeaders: store.blockHeaders,
    witnesses: store.witnesses,
    revocation: store.revocation,
    custody: store.custody,
    trustSnapshots: store.trustSnapshots,
    leases: store.leases,
    rates: store.rates,
    secret: (name) => store.secret(name),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

function expectRefused(answer: Answered, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
  expect(() => JSON.parse(answer.body)).toThrow();
  if (status === 429) {
    const seconds = Number(answer.headers["retry-after"]);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(answer.headers["ratelimit"]).toBe(`"requests";r=0;t=${seconds}`);
  }
}

describeStores("requests of one address, on $name", ({ open }) => {
  test("allows 120 requests to the API in a minute and refuses the 121st, with any key", async () => {
    const service = await start({ requestsPerMinutePerIp: 120 }, open);
    const { key } = await service.newAccount();
    const paths = ["/account", "/unknown", "", `/proof/${randomUUID()}.json`];
    for (let i = 0; i < 120; i++) {
      const { status, headers } = await service.request("GET", paths[i % 4]!, { key });
      expect(status).not.toBe(429);
      expect(headers["ratelimit-policy"]).toBe('"requests";q=120;w=60');
      expect(headers["ratelimit"]).toMatch(new RegExp(`^"requests";r=${119 - i};t=\\d+$`));
    }
    for (const path of paths) expectRefused(await service.request("GET", path, { key }), 429);
  });

  test("does not count requests that need no store: pages, files of the site, the API's document", async () => {
    const service = await start({ requestsPerMinutePerIp: 1 }, open);
    const paths = ["/", "/verify", "/verify/", "/verify/nothing", "/unknown", "/api/v2/openapi.json"];
    const ask = async () => {
      for (const path of paths) {
        expect((await service.requestAt("GET", path)).status, path).not.toBe(429);
      }
    };
    for (let i = 0; i < 10; i++) await ask();
    expect((await service.request("GET", "/account")).status).toBe(401);
    expectRefused(await service.request("GET", "/account"), 429);
    await ask();
    // An address of the API in another spelling is still one.
    expectRefused(await service.requestAt("GET", "/api/v2/../v2/account"), 429);
    expectRefused(await service.requestAt("GET", "/%61pi/v2/account"), 429);
  });

  test("counts parallel requests exactly, over two instances on one store", async () => {
    const one = await start({ requestsPerMinutePerIp: 30 }, open);
    const two = await start({ requestsPerMinutePerIp: 30 }, async () => ({
      store: one.store,
      remove: async () => undefined,
    }));
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? one : two).request("GET", "/account")),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(70);
  });

  test("believes a trusted proxy about the client, and nobody else", async () => {
    const trusting = await start({ requestsPerMinutePerIp: 2, trustedProxies: ["127.0.0.0/8"] }, open);
    const from = (forwarded: string) =>
      trusting.request("GET", "/account", { headers: { "x-forwarded-for": forwarded } });
    for (let i = 0; i < 4; i++) {
      // The client can invent anything before the last untrusted address.
      expect((await from(`10.0.0.${i}, 192.0.2.1`)).status).toBe(i < 2 ? 401 : 429);
    }
    expect((await from("192.0.2.2")).status).toBe(401);
    // One /64 is one subscriber.
    expect((await from("2001:db8::1")).status).toBe(401);
    expect((await from("2001:db8::ffff:1")).status).toBe(401);
    expect((await from("2001:db8:0:0:5::1")).status).toBe(429);
    expect((await from("2001:db8:0:1::1")).status).toBe(401);

    const doubting = await start({ requestsPerMinutePerIp: 2 }, open);
    for (let i = 0; i < 4; i++) {
      const headers = { "x-forwarded-for": `192.0.2.${i}` };
      const { status } = await doubting.request("GET", "/account", { headers });
      expect(status).toBe(i < 2 ? 401 : 429);
    }
  });

  test("counts a refused client once, however often it comes", async () => {
    let counted = 0;
    const observed: OpenStore = async () => {
      const { store, remove } = await open();
      const add: Records["rates"]["add"] = (...given) => {
        counted++;
        return store.rates.add(...given);
      };
      return {
        store: {
          ...openMembers(store),
          rates: { add, takeBack: (...given) => store.rates.takeBack(...given) },
        },
        remove,
      };
    };
    const service = await start({ requestsPerMinutePerIp: 5, trustedProxies: ["127.0.0.0/8"] }, observed);
    const from = (address: string) =>
      service.request("GET", "/account", { headers: { "x-forwarded-for": address } });
    counted = 0;
    for (let i = 0; i < 30; i++) {
      const answer = await from("192.0.2.1");
      if (i < 5) expect(answer.status).toBe(401);
      else expectRefused(answer, 429);
    }
    expect(counted).toBe(6);
    expect((await from("192.0.2.2")).status).toBe(401);
    expect(counted).toBe(7);
  });

  test("while the store does not answer, the instance counts alone and begins no new minute", async () => {
    const service = await start({ requestsPerMinutePerIp: 3 }, open);
    const { key } = await service.newAccount();
    const ask = async () => (await service.request("GET", `/proofs/${randomUUID()}`, { key })).status;
    expect(await ask()).toBe(404);
    await service.store.close();
    await expect(service.store.accounts.findKey("0".repeat(64))).rejects.toThrow(StoreUnavailableError);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push(await ask());
    expect(statuses).toEqual([503, 503, 429, 429]);
  });

  test("a silent store does not delay requests that do not need it", async () => {
    let isSilent = false;
    const silent: OpenStore = async () => {
      const { store, remove } = await open();
      const add: Records["rates"]["add"] = (...given) =>
        isSilent ? new Promise(() => {}) : store.rates.add(...given);
      const rates = { add, takeBack: store.rates.takeBack.bind(store.rates) };
      return { store: { ...openMembers(store), rates }, remove };
    };
    const service = await start({ requestsPerMinutePerIp: 2, addressLimitWaitMs: 50 }, silent);
    isSilent = true;
    // The store's count never comes, but these requests end.
    expect((await service.requestAt("GET", "/")).status).toBe(200);
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await service.request("GET", "/account")).status);
    expect(statuses).toEqual([401, 401, 429]);
  });

  test("0 means no limit", async () => {
    const service = await start({ requestsPerMinutePerIp: 0 }, open);
    for (let i = 0; i < 150; i++) expect((await service.request("GET", "/account")).status).toBe(401);
  });

  test("a proxy with an invalid address stops the start", async () => {
    await expect(start({ trustedProxies: ["10.0.0.0/33"] })).rejects.toThrow(RangeError);
  });
});
