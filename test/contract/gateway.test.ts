/** What stands before the API: limits of addresses and of sizes, and requests that are hardly HTTP. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { generateApiKey } from "../../service/src/accounts/api-key.js";
import { type Store, StoreUnavailableError } from "../../service/src/store/store.js";
import { type Answered, type ApiDeps, ApiService, randomHash } from "./api-service.js";
import { type OpenStore, testStores } from "./test-stores.js";

const MAX_BODY_BYTES = 25_000_000;

let running: ApiService[] = [];

async function start(changes?: Partial<ApiDeps>, open?: OpenStore): Promise<ApiService> {
  const service = await ApiService.start(changes, open);
  running.push(service);
  return service;
}

afterEach(async () => {
  // The last started first: it may use the store of an earlier one.
  for (const service of running.reverse()) await service.stop();
  running = [];
});

/** Sends raw bytes and gives what comes back until the connection ends or the answer's head and body are there. */
async function raw(service: ApiService, text: string | Buffer): Promise<string> {
  const socket = connect(service.port, "127.0.0.1");
  socket.write(text);
  let answer = "";
  socket.setEncoding("latin1").on("data", (part: string) => {
    answer += part;
    const [head, body = ""] = answer.split("\r\n\r\n");
    const length = /content-length: (\d+)/i.exec(head!)?.[1];
    if (length !== undefined && body.length >= Number(length)) socket.destroy();
  });
  socket.on("error", () => undefined);
  await once(socket, "close");
  return answer;
}

/** As clients do that write all before they read: what comes back until the connection ends. */
async function writeThenRead(service: ApiService, ...parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(service.port, "127.0.0.1");
  const failed = once(socket, "error").then(([error]) => Promise.reject(error));
  for (const part of parts) {
    await Promise.race([new Promise<void>((resolve) => socket.write(part, () => resolve())), failed]);
  }
  let answer = "";
  socket.setEncoding("latin1").on("data", (part: string) => {
    answer += part;
  });
  await Promise.race([once(socket, "close"), failed]);
  return answer;
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}

/** The members of a store, for a copy of which one is replaced. */
function openMembers(store: Store): Store {
  return {
    accounts: store.accounts,
    proofs: store.proofs,
    seals: store.seals,
    batches: store.batches,
    attestations: store.attestations,
    blockHeaders: store.blockHeaders,
    custody: store.custody,
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
  }
}

describe.each(testStores)("requests of one address, on $name", ({ open }) => {
  test("120 pass in a minute, whatever they ask of the API; the 121st does not, and no key helps", async () => {
    const service = await start({ requestsPerMinutePerIp: 120 }, open);
    const { key } = await service.newAccount();
    const paths = ["/account", "/unknown", "", `/proof/${randomUUID()}.json`];
    for (let i = 0; i < 120; i++) {
      expect((await service.request("GET", paths[i % 4]!, { key })).status).not.toBe(429);
    }
    for (const path of paths) expectRefused(await service.request("GET", path, { key }), 429);
  });

  test("what needs no store is not counted: pages, files of the site, the API's document", async () => {
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
    // Written in another way, an address of the API is still one.
    expectRefused(await service.requestAt("GET", "/api/v2/../v2/account"), 429);
    expectRefused(await service.requestAt("GET", "/%61pi/v2/account"), 429);
  });

  test("parallel requests are counted exactly, over two instances on one store", async () => {
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

  test("behind a trusted proxy its word on the client is taken, from others it is not", async () => {
    const trusting = await start({ requestsPerMinutePerIp: 2, trustedProxies: ["127.0.0.0/8"] }, open);
    const from = (forwarded: string) =>
      trusting.request("GET", "/account", { headers: { "x-forwarded-for": forwarded } });
    for (let i = 0; i < 4; i++) {
      // What stands before the last untrusted address is the client's own invention.
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

  test("what is refused is counted once, however often it comes", async () => {
    let counted = 0;
    const observed: OpenStore = async () => {
      const { store, remove } = await open();
      const add: Store["rates"]["add"] = (...given) => {
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

  test("while the store does not answer, the instance counts by itself, and begins no new minute", async () => {
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

  test("a store that is silent holds nothing up that does not need it", async () => {
    let isSilent = false;
    const silent: OpenStore = async () => {
      const { store, remove } = await open();
      const add: Store["rates"]["add"] = (...given) =>
        isSilent ? new Promise(() => {}) : store.rates.add(...given);
      const rates = { add, takeBack: store.rates.takeBack.bind(store.rates) };
      return { store: { ...openMembers(store), rates }, remove };
    };
    const service = await start({ requestsPerMinutePerIp: 2 }, silent);
    isSilent = true;
    // These end at all: the count of the store never comes.
    expect((await service.requestAt("GET", "/")).status).toBe(200);
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await service.request("GET", "/account")).status);
    expect(statuses).toEqual([401, 401, 429]);
  });

  test("0 sets no limit", async () => {
    const service = await start({ requestsPerMinutePerIp: 0 }, open);
    for (let i = 0; i < 150; i++) expect((await service.request("GET", "/account")).status).toBe(401);
  });

  test("a proxy that is no address stops the start", async () => {
    await expect(start({ trustedProxies: ["10.0.0.0/33"] })).rejects.toThrow(RangeError);
  });
});

describe("bodies over 25 MB", () => {
  test("are refused by their length before the key is looked at, at every route", async () => {
    const service = await start();
    for (const [method, path] of [
      ["POST", "/proofs"],
      ["PUT", `/proofs/${randomUUID()}/original`],
      ["GET", "/account"],
      ["POST", "/unknown"],
    ] as const) {
      const answer = await raw(
        service,
        `${method} /api/v2${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${MAX_BODY_BYTES + 1}\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toMatch(/\r\ncontent-type: text\/plain/);
      expect(answer).not.toContain("{");
    }
    const largest = await raw(
      service,
      `PUT /api/v2/proofs/${randomUUID()}/original HTTP/1.1\r\nHost: x\r\nContent-Length: ${MAX_BODY_BYTES}\r\n\r\n`,
    );
    expect(largest).toMatch(/^HTTP\/1\.1 401 /);
  });

  test("a client that sends one all the same reads the answer", async () => {
    const service = await start();
    const { key } = await service.newAccount();
    const body = Buffer.alloc(MAX_BODY_BYTES + 1);
    expectRefused(await service.request("POST", "/proofs", { key, body }), 413);
  });

  test.each([
    ["20 MB with its length", `Content-Length: 20000000\r\n\r\n`, [Buffer.alloc(20_000_000)]],
    ["24 MB with its length", `Content-Length: 24000000\r\n\r\n`, [Buffer.alloc(24_000_000)]],
    [
      "20 MB in chunks",
      "Transfer-Encoding: chunked\r\n\r\n",
      [
        ...Array.from({ length: 20 }, () => [
          Buffer.from("f4240\r\n"),
          Buffer.alloc(1e6),
          Buffer.from("\r\n"),
        ]).flat(),
        Buffer.from("0\r\n\r\n"),
      ],
    ],
  ])("a client that writes all before it reads gets its answer: %s", async (_, head, body) => {
    const service = await start();
    const path = `/api/v2/proofs/${randomUUID()}/original`;
    for (let i = 0; i < 5; i++) {
      const startedAtMs = performance.now();
      const answer = await writeThenRead(service, `PUT ${path} HTTP/1.1\r\nHost: x\r\n${head}`, ...body);
      expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*"unauthorized"/);
      // The connection ended with the body, and not because time was up.
      expect(performance.now() - startedAtMs).toBeLessThan(4_500);
    }
  });

  test("what follows on a connection after its last answer is not acted on", async () => {
    const service = await start();
    const { key } = await service.newAccount();
    const socket = connect(service.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("PUT /api/v2/proofs/x/original HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 [\s\S]*\r\nConnection: close\r\n/i);
    const body = JSON.stringify({ hash: randomHash() });
    socket.write(
      `12345POST /api/v2/proofs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await closed(socket);
    expect((await service.request("GET", "/proofs", { key })).json.data).toEqual([]);
  });

  test("a connection that is kept open after its answer is ended after some seconds", async () => {
    const service = await start();
    const socket = connect({ port: service.port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => undefined).resume();
    socket.write("PUT /api/v2/proofs/x/original HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n");
    await once(socket, "end");
    const startedAtMs = performance.now();
    const drip = setInterval(() => socket.write("x"), 50);
    await closed(socket);
    clearInterval(drip);
    expect(performance.now() - startedAtMs).toBeLessThan(20_000);
  });

  test("in chunks, end in the smaller limit of the route", async () => {
    const service = await start();
    const { key } = await service.newAccount();
    const { id } = (await service.request("POST", "/proofs", { key, body: { hash: randomHash() } })).json;
    const body = Buffer.alloc(20_000_000, 0x20);
    const proof = await service.request("POST", "/proofs", { key, body, chunked: true });
    expect([proof.status, proof.json.error.code]).toEqual([400, "invalid_request"]);
    const path = `/proofs/${id}/original`;
    const original = await service.request("PUT", path, { key, body, chunked: true });
    expect([original.status, original.json.error.code]).toEqual([503, "custody_unavailable"]);
  });

  test("a connection that goes on sending after its answer is ended", async () => {
    const service = await start();
    const socket = connect(service.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write("PUT /api/v2/proofs/x/original HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(0x100000), Buffer.from("\r\n")]);
    let sent = 0;
    while (!socket.destroyed && sent < 200 * chunk.length) {
      sent += chunk.length;
      await new Promise<void>((resolve) => {
        socket.write(chunk, () => resolve());
      });
    }
    expect(socket.destroyed).toBe(true);
    // What the system keeps on the way comes on top of the 25 MB.
    expect(sent).toBeLessThan(100 * chunk.length);
  });
});

describe("requests that are hardly HTTP", () => {
  const key = generateApiKey();
  test.each<[string, string, RegExp]>([
    [
      "a body that does not come is not waited for when the key is wrong",
      `POST /api/v2/proofs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 50\r\n\r\n`,
      /^HTTP\/1\.1 401 /,
    ],
    [
      "a path with invalid percent-encoding",
      "GET /api/v2/proofs/%zz HTTP/1.1\r\nHost: x\r\n\r\n",
      /^HTTP\/1\.1 404 [\s\S]*\{"error":\{"code":"not_found"/,
    ],
    [
      "a path of invalid UTF-8",
      "GET /api/v2/proofs/%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n",
      /^HTTP\/1\.1 40[014] [\s\S]*\{"error":\{"code":/,
    ],
    [
      "a path with raw bytes",
      "GET /api/v2/proofs/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
      /^HTTP\/1\.1 40[014] /,
    ],
    [
      "a path of 10,000 characters",
      `GET /api/v2/proofs/${"a".repeat(10_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      /^HTTP\/1\.1 401 [\s\S]*"unauthorized"/,
    ],
    [
      "a query of 10,000 characters",
      `GET /api/v2/account?${"a=b&".repeat(2_500)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      /^HTTP\/1\.1 401 /,
    ],
    ["a path that climbs", "GET /api/v2/../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 404 /],
    ["an encoded slash", "GET /api/v2%2faccount HTTP/1.1\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 404 /],
    [
      "an absolute address",
      "GET http://other.example/api/v2/account HTTP/1.1\r\nHost: x\r\n\r\n",
      /^HTTP\/1\.1 401 /,
    ],
    ["an address that is none", "GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 40[04] /],
    ["a host that is none", "GET /api/v2/account HTTP/1.1\r\nHost: [::::\r\n\r\n", /^HTTP\/1\.1 40[01] /],
    ["an asterisk", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 40[04] /],
    ["a method that is none", "BREW /api/v2/account HTTP/1.1\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 400 /],
    ["no HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", /^HTTP\/1\.1 400 /],
    [
      "headers of 20 KB",
      `GET /api/v2/account HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
      /^HTTP\/1\.1 4(00|31) /,
    ],
    [
      "two lengths",
      "POST /api/v2/proofs HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
      /^HTTP\/1\.1 400 /,
    ],
    [
      "a length and chunks (request smuggling)",
      "POST /api/v2/proofs HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      /^HTTP\/1\.1 400 /,
    ],
    [
      "a chunk whose size is no number",
      "POST /api/v2/proofs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
      /^HTTP\/1\.1 400 [\s\S]*\{"error":\{"code":"invalid_request"/,
    ],
    [
      "a length that is no number",
      "POST /api/v2/proofs HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
      /^HTTP\/1\.1 400 /,
    ],
  ])("%s", async (_, text, expected) => {
    const service = await start();
    const answer = await raw(service, Buffer.from(text, "latin1"));
    expect(answer).toMatch(expected);
    expect(answer.toLowerCase()).not.toContain("access-control-");
    expect((await service.requestAt("GET", "/")).status).toBe(200);
  });

  test("no answer repeats a header of the request, or breaks into lines of its own", async () => {
    const service = await start();
    const answer = await raw(
      service,
      "GET /api/v2/proofs/%0d%0aSet-Cookie:%20a=b?limit=%0d%0aX:%20y HTTP/1.1\r\nHost: x\r\nX-Request-Id: probe-1\r\n\r\n",
    );
    expect(answer.toLowerCase()).not.toContain("set-cookie");
    expect(answer).not.toContain("probe-1");
  });
});
