/** What an operator sees: readiness, a stop that cuts nothing off, and a database that comes and goes. */

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { openSqliteRecords } from "../../service/src/records/records.js";
import type { PlanId } from "../../service/src/records/types.js";
import { dataDirAt } from "../../service/src/store/sqlite/data-dir.js";
import { newAccount } from "../contract/api-service.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import {
  clockAhead,
  createKey,
  type Instance,
  randomHash,
  register,
  spawnService,
  startInstance,
  statusOf,
} from "./instance.js";
import { root, run, until } from "./sandbox.js";

const KEYS_READ = "svc_store_operation_duration_seconds_count";
/** Of util-linux: sets limits of a running process. */
const PRLIMIT = "prlimit";
const DAY_MS = 86_400_000;
/** Proofs that a free account creates in a day. */
const FREE_PER_DAY = 10;
const REQUESTS = "svc_http_request_duration_seconds";

const mongodbUrl = inject("mongodbUrl");

let folder: string;
const instances: Instance[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "svc-proof-operation-"));
});
afterEach(async () => {
  await Promise.all(instances.splice(0).map((instance) => instance.end("SIGKILL")));
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** A production whose chain does not answer. */
const UNREACHABLE = {
  SVC_RPC_URL: "http://127.0.0.1:1",
  SVC_CHAIN_ID: "1",
  SVC_ANCHOR_KEY: `0x${"11".repeat(32)}`,
};

const settings = (more: Record<string, string> = {}) => ({
  SVC_DATA_DIR: join(folder, "data"),
  ...more,
});

async function start(more: Record<string, string> = {}): Promise<Instance> {
  const instance = await startInstance(settings(more));
  instances.push(instance);
  return instance;
}

/** The key of a new account in the database that the next start finds. */
async function newKey(plan: PlanId): Promise<string> {
  mkdirSync(join(folder, "data"), { mode: 0o700 });
  const store = await openSqliteRecords(dataDirAt(join(folder, "data")).databasePath);
  const { key } = await newAccount(store, plan);
  await store.close();
  return key;
}

/** A process that need not become ready. */
function spawned(more: Record<string, string>): Instance {
  const instance = spawnService(settings(more));
  instances.push(instance);
  return instance;
}

/** A start that ends with status 2 and a reason. */
async function refused(more: Record<string, string>, reason: RegExp): Promise<void> {
  const service = spawned(more);
  await until(() => service.process.exitCode !== null || service.baseUrl !== "", 60_000);
  expect(service.process.exitCode).toBe(2);
  expect(service.output()).toMatch(reason);
}

async function reasons(instance: Instance): Promise<string[]> {
  const answer = await fetch(`${instance.opsUrl}/readyz`);
  return ((await answer.json()) as { reasons?: string[] }).reasons ?? [];
}

/** Log entries of level warning and above. */
function troubles(instance: Instance): string[] {
  const lines = instance.output().match(/^\{.*"level":"(?:warn|error|fatal)".*$/gm) ?? [];
  return lines.map((line) => JSON.parse(line).msg);
}

async function keysRead(instance: Instance): Promise<number> {
  return (await instance.metrics(KEYS_READ))[`${KEYS_READ}{operation="accounts.findKey"}`] ?? 0;
}

/** The head of a registration. */
function registrationHead(key: string, bodyBytes: number): string {
  return (
    `POST /api/v2/proofs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${bodyBytes}\r\n\r\n`
  );
}

/** A connection to the API, and its received data. */
async function connection(baseUrl: string): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1").setEncoding("utf8");
  let received = "";
  socket.on("data", (text) => {
    received += text;
  });
  socket.on("error", () => {});
  await once(socket, "connect");
  return { socket, received: () => received };
}

describe("a stop by SIGTERM", () => {
  test("tells load balancers first, serves until they leave, finishes open requests, and refuses new ones", async () => {
    const key = await newKey("pro");
    const service = await start({ ...UNREACHABLE, SVC_STOP_DELAY_MS: "1500" });
    const { baseUrl } = service;

    const idle = await connection(baseUrl);
    idle.socket.write(`GET /api/v2/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until(() => idle.received().startsWith("HTTP/1.1 200"), 60_000);

    const before = await keysRead(service);
    const body = JSON.stringify({ hash: randomHash() });
    const slow = await connection(baseUrl);
    slow.socket.write(`${registrationHead(key, body.length)}${body.slice(0, 10)}`);
    // Once its key is read, the request is running.
    await until(async () => (await keysRead(service)) > before, 60_000);

    const exited = service.end("SIGTERM");
    await until(async () => (await reasons(service)).includes("the service is stopping"), 5_000);
    expect(await statusOf(`${service.opsUrl}/healthz`)).toBe(200);
    expect((await register(baseUrl, key, randomHash())).status, "served in the delay").toBe(201);
    const idleEnded = once(idle.socket, "close");
    await until(async () => (await statusOf(`${baseUrl}/openapi.json`)) === 0, 60_000);
    await idleEnded;
    slow.socket.write(body.slice(10));
    await until(() => slow.received().includes('"created":true'), 60_000);
    expect(slow.received()).toMatch(/^HTTP\/1\.1 201 /);
    expect(await exited).toBe(0);
    expect(await statusOf(`${service.opsUrl}/healthz`)).toBe(0);
  });
});

describe("the operations port", () => {
  test("if off, opens no port", async () => {
    const service = spawned({ ...UNREACHABLE, SVC_OPS_PORT: "off" });
    await until(() => service.baseUrl !== "", 30_000);
    expect(service.output()).not.toContain("health and metrics");
    expect(await service.end("SIGTERM")).toBe(0);
  });

  test("counts what the API answers, by route and not by address; in use it is reported in one line", async () => {
    const service = await start();
    const second = spawned({
      ...UNREACHABLE,
      SVC_DATA_DIR: join(folder, "other"),
      SVC_OPS_PORT: new URL(service.opsUrl).port,
    });
    await until(() => second.process.exitCode !== null, 30_000);
    expect(second.process.exitCode).toBe(1);
    expect(second.output()).toMatch(/^svc-proof: SVC_OPS_PORT: port \d+ of 127\.0\.0\.1 is in use$/m);
    await statusOf(`${service.baseUrl}/proofs/654b56ef-7669-48ff-b716-c5ec92415479`);
    await statusOf(`${service.baseUrl}/nowhere/654b56ef-7669-48ff-b716-c5ec92415479`);
    const counts = await service.metrics("svc_http_request_duration_seconds_count");
    expect(counts).toMatchObject({
      'svc_http_request_duration_seconds_count{method="get",route="/api/v2/proofs/{id}",status="401"}': 1,
      'svc_http_request_duration_seconds_count{method="get",route="/{p*}",status="404"}': 1,
    });
    expect(Object.keys(await service.metrics("")).join()).not.toContain("654b56ef");
    expect(Object.keys(await service.metrics("svc_job_runs_total"))).toContain(
      'svc_job_runs_total{job="anchor",result="done"}',
    );
  });
});

test("clients that disconnect early are counted as such, and affect no others", async () => {
  const key = await newKey("pro");
  const service = await start({ ...UNREACHABLE, SVC_LOG_LEVEL: "info" });
  for (const sent of ["", `{"hash":"`]) {
    const { socket } = await connection(service.baseUrl);
    // Once its key is read, the request is running.
    const before = await keysRead(service);
    socket.write(`${registrationHead(key, 100)}${sent}`);
    await until(async () => (await keysRead(service)) > before, 60_000);
    socket.destroy();
  }
  await until(async () => {
    const counts = await service.metrics(`${REQUESTS}_count`);
    const aborted = `${REQUESTS}_count{method="post",route="/api/v2/proofs",status="aborted"}`;
    return counts[aborted] === 2;
  }, 60_000);
  const logged = () => service.output().match(/^\{.*"msg":"request".*$/gm) ?? [];
  // Request logs are buffered for a moment.
  await until(() => logged().length >= 2, 60_000);
  expect(logged().map((line) => JSON.parse(line))).toEqual(
    Array.from({ length: 2 }, () =>
      expect.objectContaining({
        route: "/api/v2/proofs",
        status: "aborted",
        durationMs: expect.any(Number),
      }),
    ),
  );
  expect((await register(service.baseUrl, key, randomHash())).status).toBe(201);
  expect(service.output()).not.toMatch(/"level":"(?:error|fatal)"| {4}at /);
});

test("a full disk makes the service not ready until there is space again", async ({ skip }) => {
  const limit = (pid: number, sizeBytes: string) =>
    spawnSync(PRLIMIT, ["--pid", String(pid), `--fsize=${sizeBytes}:unlimited`]).status === 0;
  if (process.platform !== "linux" || spawnSync(PRLIMIT, ["--version"]).status !== 0)
    return skip("expected prlimit to be installed");
  const key = await newKey("pro");
  const service = await start({ ...UNREACHABLE, SVC_BATCH_INTERVAL_MS: "600000" });
  const pid = service.process.pid!;
  expect((await register(service.baseUrl, key, randomHash())).status).toBe(201);
  // No file of the process may grow, as if the disk became full at once.
  expect(limit(pid, "1")).toBe(true);
  await until(async () => (await register(service.baseUrl, key, randomHash())).status === 503, 30_000);
  await until(async () => (await statusOf(`${service.opsUrl}/readyz`)) === 503, 60_000);
  expect(await reasons(service)).toEqual(["the store does not answer, or accepts no writes"]);
  expect(await statusOf(`${service.opsUrl}/healthz`)).toBe(200);
  expect(limit(pid, "unlimited")).toBe(true);
  await until(async () => (await statusOf(`${service.opsUrl}/readyz`)) === 200, 30_000);
  expect((await register(service.baseUrl, key, randomHash())).status).toBe(201);
});

test.skipIf(mongodbUrl === null)("a wrong clock makes an instance not ready, and is reported", async () => {
  const url = newDatabaseUrl(mongodbUrl!);
  try {
    const service = spawned({
      SVC_MONGODB_URL: url,
      SVC_LOG_LEVEL: "info",
      NODE_OPTIONS: clockAhead(45_000),
    });
    await until(
      async () =>
        service.baseUrl !== "" && !/is starting|not asked yet/.test((await reasons(service)).join()),
      30_000,
    );
    expect(await reasons(service)).toEqual([
      expect.stringMatching(/^the clock of this instance differs from others: store by 4\d{4} ms$/),
    ]);
    const { 'svc_clock_skew_seconds{clock="store"}': skew } = await service.metrics("svc_clock_skew_seconds");
    expect(skew).toBeLessThan(-40);
    expect(service.output().match(/"msg":"the clock of this instance differs from another"/g)).toHaveLength(
      1,
    );
  } finally {
    await dropDatabase(url);
  }
});

test("a clock behind the chain makes the service not ready, pays for nothing, and is told once until it is set", async () => {
  const service = spawned({
    SVC_BATCH_INTERVAL_MS: "100",
    SVC_POLL_INTERVAL_MS: "100",
    SVC_LOG_LEVEL: "info",
    NODE_OPTIONS: clockAhead(-3 * 3_600_000),
  });
  const keyOf = () => /Pro key {3}(\S+)/.exec(service.output())?.[1];
  await until(() => keyOf() !== undefined, 60_000);
  const isBehind = /^the clock of this instance differs from others: chain 31337 by 10[78]\d{5} ms$/;
  await until(async () => isBehind.test((await reasons(service))[0] ?? ""), 30_000);
  const sent = async () => await service.metrics('svc_anchor_transactions_total{chain="31337",kind="first"}');
  const { id } = (await (await register(service.baseUrl, keyOf()!, randomHash())).json()) as { id: string };
  const held = 'svc_anchors_held{chain="31337",reason="clock"}';
  await until(async () => (await service.metrics(held))[held] === 1, 30_000);
  await until(async () => (service.output().match(/"msg":"batch built"/g) ?? []).length > 0, 30_000);
  expect(Object.values(await sent())).toEqual([0]);
  service.process.kill("SIGUSR2");
  await until(async () => (await statusOf(`${service.opsUrl}/readyz`)) === 200, 30_000);
  await until(async () => Object.values(await sent())[0] === 1, 60_000);
  const state = async () =>
    (
      (await (
        await fetch(`${service.baseUrl}/proofs/${id}`, { headers: { authorization: `Bearer ${keyOf()}` } })
      ).json()) as { state: string }
    ).state;
  await until(async () => ["anchored", "confirmed"].includes(await state()), 60_000);
  expect(Object.values(await sent())).toEqual([1]);
  const told = (message: string) => service.output().split(`"msg":"${message}"`).length - 1;
  expect(told("the clock of this instance differs from another")).toBe(1);
  expect(told("the clock of this instance agrees with another")).toBe(1);
});

test("days are those of UTC in a zone that changes its time, and answers say when they end", async () => {
  const key = await newKey("free");
  // New York: 4 hours behind UTC, and 5 from 06:00 UTC on.
  const moments = [
    "2026-10-31T23:59:30Z",
    "2026-11-01T00:00:30Z",
    "2026-11-01T04:00:30Z",
    "2026-11-01T05:30:00Z",
    "2026-11-01T06:30:00Z",
    "2026-11-01T23:59:30Z",
  ].map((moment) => Date.parse(moment));
  const startedAt = Date.now();
  const service = spawned({
    ...UNREACHABLE,
    TZ: "America/New_York",
    SVC_CREATIONS_PER_MINUTE: "0",
    NODE_OPTIONS: clockAhead(...moments.map((moment) => moment - startedAt)),
  });
  await until(() => service.baseUrl !== "", 60_000);
  for (const [i, moment] of moments.entries()) {
    const day = new Date(moment).toISOString().slice(0, 10);
    const leftMs = Date.parse(day) + DAY_MS - moment;
    let created = 0;
    await until(async () => {
      const answer = await register(service.baseUrl, key, randomHash());
      const { received_at } = (await answer.json()) as { received_at?: string };
      if (answer.status === 201) {
        created++;
        expect(received_at!.slice(0, 10)).toBe(day);
        return false;
      }
      expect(answer.status).toBe(429);
      // The time since the start has passed on its clock too.
      const passedMs = Date.now() - startedAt;
      const said = Number(answer.headers.get("retry-after")) * 1_000;
      return said <= leftMs + 1_000 && said >= leftMs - passedMs - 1_000;
    }, 60_000);
    expect(created).toBe(i < 2 ? FREE_PER_DAY : 0);
    service.process.kill("SIGUSR2");
  }
});

test("certificates have the same bytes in every zone, whatever its clocks show", async () => {
  const made = (path: string) =>
    JSON.stringify(pathToFileURL(join(root, "service/dist/documents", path)).href);
  const program = `
    import { createHash } from "node:crypto";
    import { openCertificateFonts } from ${made("certificate/fonts.js")};
    import { makeDocument, sampleCertificate } from ${made("worker.js")};
    const fonts = await openCertificateFonts([]);
    const { facts } = sampleCertificate;
    // 2:30 is in no clock of New York that night in March, and 1:30 comes twice that night in November.
    for (const time of ["2026-03-08T07:00:00Z", "2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"]) {
      const at = new Date(time);
      const of = { ...facts, receivedAt: at, anchors: [{ ...facts.anchors[0], blockTime: at }], seal: { ...facts.seal, time: at } };
      const hashes = [];
      for (const language of ["en", "fr"]) {
        const { certificate } = await makeDocument({ certificate: { facts: of, language }, files: null }, fonts);
        hashes.push(createHash("sha256").update(certificate).digest("hex"));
      }
      console.log(time, ...hashes);
    }`;
  const zones = ["UTC", "America/New_York", "Pacific/Chatham", "Asia/Kathmandu"];
  const runs = await Promise.all(
    zones.map((TZ) => run(process.execPath, ["--input-type=module", "--eval", program], { TZ })),
  );
  expect(runs.map(({ status, stderr }) => `${status} ${stderr}`)).toEqual(zones.map(() => "0 "));
  expect(new Set(runs.map(({ stdout }) => stdout)).size).toBe(1);
  expect(runs[0]!.stdout.match(/[0-9a-f]{64}/g)).toHaveLength(6);
});

test("every lease is reported, also of jobs that an instance does not run", async () => {
  const service = await start(UNREACHABLE);
  const held = await service.metrics("svc_lease_held");
  expect(
    Object.keys(held)
      .map((name) => /lease="(.*)"/.exec(name)![1])
      .sort(),
  ).toEqual([
    ...["anchor", "attest", "batch", "custody", "headers"],
    ...["mail", "people", "revocation", "seal", "trust-list", "witness"],
  ]);
  expect(held['svc_lease_held{lease="trust-list"}']).toBe(0);
});

describe("an unreachable MongoDB", () => {
  let server: MongoServer | null = null;
  afterEach(() => server?.dispose());

  test("at the start is waited for; later it makes the service not ready until it is back", async ({
    skip,
  }) => {
    server = await startMongoServer({ isKilled: true });
    if (server === null) return skip(HOW_TO_PROVIDE);
    await server.kill();
    const service = spawned({
      ...UNREACHABLE,
      SVC_MONGODB_URL: server.urlOf("proofs"),
      SVC_MONGODB_TIMEOUT_MS: "5000",
      SVC_LOG_LEVEL: "info",
    });
    await until(() => service.output().includes("the store does not answer yet"), 30_000);
    expect(await reasons(service)).toEqual(["the service is starting"]);
    const other = spawned({
      ...UNREACHABLE,
      SVC_MONGODB_URL: server.urlOf("proofs"),
      SVC_DATA_DIR: join(folder, "other"),
      SVC_MONGODB_TIMEOUT_MS: "5000",
    });
    await until(() => other.output().includes("the store does not answer yet"), 30_000);
    expect(await other.end("SIGTERM"), "stopped while it waits").toBe(0);
    await server.restart();
    await until(async () => (await statusOf(`${service.opsUrl}/readyz`)) === 200, 120_000);
    const key = await createKey(server.urlOf("proofs"), "free");
    expect((await register(service.baseUrl, key, randomHash())).status).toBe(201);

    const toldBefore = troubles(service).length;
    await server.kill();
    await until(async () => (await statusOf(`${service.opsUrl}/readyz`)) === 503, 60_000);
    expect((await reasons(service))[0]).toMatch(/^the store (?:does not answer|did not answer within)/);
    expect((await register(service.baseUrl, key, randomHash())).status).toBe(503);
    expect(await statusOf(`${service.opsUrl}/healthz`)).toBe(200);
    const errors = await service.metrics("svc_store_errors_total");
    expect(Object.keys(errors).join()).toContain('kind="unavailable"');
    await until(() => troubles(service).length > toldBefore, 30_000);
    // Requests and all six jobs meet the outage, which is still logged once.
    for (let i = 0; i < 20; i++) {
      expect((await register(service.baseUrl, key, randomHash())).status).toBe(503);
      expect(await statusOf(`${new URL(service.baseUrl).origin}/`)).toBe(200);
    }
    await sleep(3_000);
    expect(await service.metrics("svc_store_available")).toEqual({
      'svc_store_available{need="reads"}': 0,
      'svc_store_available{need="writes"}': 0,
    });
    await server.restart();
    await until(async () => (await statusOf(`${service.opsUrl}/readyz`)) === 200, 120_000);
    expect((await register(service.baseUrl, key, randomHash())).status).toBe(201);
    expect(troubles(service).slice(toldBefore)).toEqual([
      expect.stringMatching(/^the store does not answer: requests are refused/),
    ]);
    expect(service.output().match(/"msg":"the store serves again"/g)).toHaveLength(1);
    expect(await service.end("SIGTERM")).toBe(0);
  });
});

describe.skipIf(mongodbUrl === null)("MongoDB's address", () => {
  const admin = (url: string, ...words: string[]) =>
    run(process.execPath, [join(root, "service/dist/admin/main.js"), ...words], { SVC_MONGODB_URL: url });

  test("with a rejected password is reported in one line, without the password", async () => {
    const url = newDatabaseUrl(mongodbUrl!).replace("mongodb://", "mongodb://nobody:hush-hush@");
    const service = spawned({ SVC_MONGODB_URL: url });
    await until(() => service.process.exitCode !== null, 30_000);
    expect(service.process.exitCode).toBe(1);
    expect(service.output()).toMatch(
      /^svc-proof: SVC_MONGODB_URL: the server refuses its user or password$/m,
    );
    expect(service.output()).not.toContain("hush");
  });

  test("that the driver cannot parse is reported in one line, without the text", async () => {
    const service = spawned({ SVC_MONGODB_URL: "mongodb://u:hush-hush@db.example/?noSuchOption=1" });
    await until(() => service.process.exitCode !== null, 30_000);
    expect(service.process.exitCode).toBe(1);
    expect(service.output()).toMatch(/^svc-proof: SVC_MONGODB_URL: the driver cannot use/m);
    expect(service.output()).not.toMatch(/hush| {4}at /);
  });

  test("belongs to one program, and that of a sandbox to one folder, across its restarts", async () => {
    const [production, ofSandbox] = [newDatabaseUrl(mongodbUrl!), newDatabaseUrl(mongodbUrl!)];
    try {
      expect((await admin(production, "account", "create", "--plan", "pro")).status).toBe(0);
      await refused(
        { SVC_MONGODB_URL: production },
        /^svc-proof: SVC_MONGODB_URL: svc-proof keeps this store, and svc-proof-sandbox takes none of another program: /m,
      );
      const first = await start({ SVC_MONGODB_URL: ofSandbox });
      expect((await admin(ofSandbox, "account", "create", "--plan", "pro")).status).toBe(0);
      await refused(
        { SVC_MONGODB_URL: ofSandbox, SVC_DATA_DIR: join(folder, "other") },
        /^svc-proof: SVC_MONGODB_URL: svc-proof-sandbox of another data folder keeps this store: /m,
      );
      await first.end("SIGKILL");
      await refused(
        { SVC_MONGODB_URL: ofSandbox, ...UNREACHABLE },
        /^svc-proof: SVC_MONGODB_URL: svc-proof-sandbox keeps this store, and svc-proof takes none of another program: /m,
      );
      const again = await start({ SVC_MONGODB_URL: ofSandbox });
      expect(await again.end("SIGTERM")).toBe(0);
      await start({ SVC_MONGODB_URL: production, ...UNREACHABLE, SVC_SITE_URL: "https://proofs.example" });
    } finally {
      await Promise.all(instances.splice(0).map((instance) => instance.end("SIGKILL")));
      await dropDatabase(production);
      await dropDatabase(ofSandbox);
    }
  });

  test("keeps its chains until the administrator accepts others", async () => {
    const url = newDatabaseUrl(mongodbUrl!);
    const other = { ...UNREACHABLE, SVC_CHAIN_ID: "10", SVC_MONGODB_URL: url };
    try {
      await (await start({ ...UNREACHABLE, SVC_MONGODB_URL: url })).end("SIGTERM");
      await refused(other, /^svc-proof: SVC_MONGODB_URL: .* npm run admin -- chain accept 10$/m);
      const accepted = await admin(url, "chain", "accept", "10");
      expect([accepted.status, accepted.stderr]).toEqual([0, ""]);
      await start(other);
    } finally {
      await Promise.all(instances.splice(0).map((instance) => instance.end("SIGKILL")));
      await dropDatabase(url);
    }
  });
});
