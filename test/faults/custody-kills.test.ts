/**
 * The built service, killed by the kernel during uploads, downloads, deletions and purges, each time with another clock; and two of
 * them, paused and asked for the same. In the end, everything acknowledged is there and correct, everything deleted is gone, no blob
 * is left over, and the account's space is that of its originals.
 */

import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MongoClient } from "mongodb";
import { afterEach, describe, expect, inject, it } from "vitest";
import { openMongodbRecords, openSqliteRecords } from "../../service/src/records/records.js";
import { dataDirAt } from "../../service/src/store/sqlite/data-dir.js";
import { newAccount } from "../contract/api-service.js";
import { ANCHOR_KEY, clockAhead, type Instance, spawnService } from "../e2e/instance.js";
import { until } from "../e2e/sandbox.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";
import { newPerson, newSession } from "../pages/page-site.js";

const HOUR_MS = 3_600_000;
/** By how much the clock is ahead while the service is killed. In the end it is right. */
const CLOCKS_MS = [0, 5 * HOUR_MS, -7 * HOUR_MS, 3 * HOUR_MS];
const CLIENTS = 4;
const FILE_BYTES = 700_000;
const UPLOAD_MS = 4_000;

const mongodbUrl = inject("mongodbUrl");
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** What a client knows about one of its proofs. */
interface Known {
  readonly id: string;
  readonly bytes: Buffer;
  /** As acknowledged. */
  readonly receivedAt: string;
  /** `unknown`: a deposit or a deletion got no answer. */
  state: "none" | "stored" | "unknown";
}

let dataDir: string;
let database: string | null;
const instances: Instance[] = [];

afterEach(async () => {
  await Promise.all(instances.splice(0).map((instance) => instance.end("SIGKILL")));
  if (database !== null) await dropDatabase(database);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const CUSTODY_KEY = randomBytes(32).toString("hex");

/** The service without a chain: custody does not need one, and the start is faster. */
async function start(more: Readonly<Record<string, string>> = {}): Promise<Instance> {
  const instance = spawnService({
    SVC_RPC_URL: "http://127.0.0.1:1",
    SVC_CHAIN_ID: "1",
    SVC_ANCHOR_KEY: ANCHOR_KEY,
    SVC_CALENDAR_URLS: "off",
    SVC_DATA_DIR: dataDir,
    ...(database === null ? {} : { SVC_MONGODB_URL: database }),
    SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
    SVC_CREATIONS_PER_MINUTE: "0",
    SVC_CUSTODY: "on",
    SVC_CUSTODY_KEY: CUSTODY_KEY,
    SVC_CUSTODY_PURGE_MS: "100",
    SVC_CUSTODY_UPLOAD_MS: String(UPLOAD_MS),
    SVC_LEASE_MS: "2000",
    SVC_LOG_LEVEL: "error",
    ...more,
  });
  instances.push(instance);
  // With a wrong clock it is never ready.
  await until(() => instance.baseUrl !== "" || instance.process.exitCode !== null, 60_000);
  expect(instance.process.exitCode, instance.output()).toBeNull();
  return instance;
}

/** A key of a new account, and the cookie of a person of it. */
async function newCaller(): Promise<{ readonly key: string; readonly cookie: string }> {
  const store =
    database === null
      ? await openSqliteRecords(dataDirAt(dataDir).databasePath)
      : await openMongodbRecords({ url: database, timeoutMs: 20_000 });
  const { key, id } = await newAccount(store, "pro");
  const { secret } = await newSession(store, await newPerson(store, id));
  await store.close();
  return { key, cookie: `__Host-session=${secret}` };
}

/** Makes proofs, deposits, downloads and deletes until nobody answers. */
async function work(baseUrl: string, key: string, known: Known[]): Promise<void> {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${baseUrl}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
      signal: AbortSignal.timeout(20_000),
    });
  for (let round = 0; ; round++) {
    const bytes = randomBytes(FILE_BYTES);
    const made = await ask("/proofs", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ hash: sha256(bytes) }),
    });
    const { id, received_at: receivedAt } = (await made.json()) as { id: string; received_at: string };
    const proof: Known = { id, bytes, receivedAt, state: "none" };
    known.push(proof);
    const path = `/proofs/${proof.id}/original`;
    proof.state = "unknown";
    const stored = await ask(path, { method: "PUT", body: bytes });
    expect(stored.status).toBe(201);
    proof.state = "stored";
    if (round % 3 !== 0) continue;
    const served = await ask(path);
    if (served.status === 200) expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
    else expect(served.status).toBe(429);
    proof.state = "unknown";
    expect((await ask(path, { method: "DELETE" })).status).toBe(200);
    proof.state = "none";
  }
}

/** Whether an error is one that any killed server causes. Other errors are faults of the service. */
function isCut(error: unknown): boolean {
  return (
    error instanceof TypeError || (error as Error).name === "TimeoutError" || error instanceof SyntaxError
  );
}

async function blobNames(): Promise<string[]> {
  if (database !== null) {
    const client = new MongoClient(database);
    try {
      const files = await client.db().collection("blobs.files").find().toArray();
      const chunks = await client.db().collection("blobs.chunks").distinct("files_id");
      return [...new Set([...files.map(({ _id }) => String(_id)), ...chunks.map(String)])];
    } finally {
      await client.close();
    }
  }
  const found = await readdir(join(dataDir, "originals"), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile() && entry.name !== "blobs.txt").map(({ name }) => name);
}

const stores = [
  { name: "SQLite and files", url: () => null },
  ...(mongodbUrl === null ? [] : [{ name: "MongoDB and GridFS", url: () => newDatabaseUrl(mongodbUrl) }]),
];

describe.each(stores)("on $name", ({ url }) => {
  it("loses nothing that it acknowledged, serves nothing that it deleted, and leaves nothing behind", async () => {
    dataDir = await mkdtemp(join(tmpdir(), "svc-custody-kills-"));
    database = url();
    const { key } = await newCaller();
    const known: Known[] = [];
    for (const [cycle, clockMs] of CLOCKS_MS.entries()) {
      const running = await start({ NODE_OPTIONS: clockAhead(clockMs) });
      const clients = Array.from({ length: CLIENTS }, () => work(running.baseUrl, key, known));
      const ends = Promise.allSettled(clients);
      // Half of them die at once, and half at work, however slow the machine is.
      const before = known.length;
      if (cycle % 2 === 1) await until(async () => known.length > before, 60_000);
      await sleep(150 + Math.random() * 900);
      await running.end("SIGKILL");
      for (const end of await ends) {
        if (end.status === "rejected" && !isCut(end.reason)) throw end.reason;
      }
    }
    expect(known.length).toBeGreaterThan(0);

    const { baseUrl } = await start();
    const headers = { authorization: `Bearer ${key}` };
    const ask = async (path: string) => (await fetch(`${baseUrl}${path}`, { headers })).json();
    let downloads = 50 - (await ask("/account")).custody.downloads_used_today;
    let usedBytes = 0;
    let originals = 0;
    for (const { id, bytes, receivedAt, state } of known) {
      const { original, received_at } = await ask(`/proofs/${id}`);
      expect(received_at).toBe(receivedAt);
      if (state !== "unknown") expect(original === null).toBe(state === "none");
      if (original === null) continue;
      usedBytes += FILE_BYTES;
      originals++;
      if (downloads-- <= 0) continue;
      const served = await fetch(`${baseUrl}/proofs/${id}/original`, { headers });
      expect(served.status).toBe(200);
      expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
    }
    // Interrupted uploads release their space after their time is over.
    await until(
      async () =>
        (await ask("/account")).custody.used_bytes === usedBytes && (await blobNames()).length === originals,
      60_000,
    );
  });
});

it("a start on SQLite gives back the room of uploads that were killed in the middle, and removes their files", async () => {
  dataDir = await mkdtemp(join(tmpdir(), "svc-custody-kills-"));
  database = null;
  const store = await openSqliteRecords(dataDirAt(dataDir).databasePath);
  const { key } = await newAccount(store, "free");
  await store.close();
  const incoming = () => readdir(join(dataDir, "originals", "incoming"));
  const headers = { authorization: `Bearer ${key}` };
  const newProof = async (baseUrl: string) => {
    const made = await fetch(`${baseUrl}/proofs`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ hash: sha256(randomBytes(8)) }),
    });
    return ((await made.json()) as { id: string }).id;
  };
  /** Without a length, each reserves as much as the plan allows for one: five take all of the account's. */
  const put = (baseUrl: string, id: string, body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>) =>
    fetch(`${baseUrl}/proofs/${id}/original`, {
      method: "PUT",
      headers,
      body,
      duplex: "half",
    } as RequestInit);
  // What they take ends by a clock that was ahead.
  const former = await start({ SVC_CUSTODY_UPLOAD_MS: "3600000", NODE_OPTIONS: clockAhead(5 * HOUR_MS) });
  const first = former.baseUrl;
  for (let i = 0; i < 5; i++) {
    const endless = new ReadableStream<Uint8Array>({ start: (feed) => feed.enqueue(randomBytes(300_000)) });
    void put(first, await newProof(first), endless).catch(() => {});
  }
  await until(async () => (await incoming()).length === 5, 60_000);
  const [late, other] = [await newProof(first), new Uint8Array(1)];
  expect((await put(first, late, other)).status).toBe(507);
  await former.end("SIGKILL");
  expect(await incoming()).toHaveLength(5);

  const { baseUrl: second } = await start({ SVC_CUSTODY_UPLOAD_MS: "3600000" });
  await until(async () => (await incoming()).length === 0, 60_000);
  // There is room: what is refused is another file than the one that was registered.
  expect((await put(second, late, other)).status).toBe(409);
  const names = await readdir(dataDir, { recursive: true });
  expect(names.filter((name) => /writable|\.new$/.test(name))).toEqual([]);
});

describe.skipIf(mongodbUrl === null)("two instances on one MongoDB", () => {
  /** A client of both, which sends originals in parts as the script of the page does. */
  async function openTwo(uploadMs: number) {
    dataDir = await mkdtemp(join(tmpdir(), "svc-custody-two-"));
    database = newDatabaseUrl(mongodbUrl!);
    const { key, cookie } = await newCaller();
    const settings = { SVC_CUSTODY_UPLOAD_MS: String(uploadMs) };
    const two = [await start(settings), await start(settings)] as const;
    const headers = { authorization: `Bearer ${key}` };
    const newProof = async (bytes: Buffer): Promise<string> => {
      const made = await fetch(`${two[0].baseUrl}/proofs`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ hash: sha256(bytes) }),
      });
      return ((await made.json()) as { id: string }).id;
    };
    const page = await fetch(new URL("/dashboard", two[0].baseUrl), { headers: { cookie } });
    const csrf = /<body data-csrf="([^"]*)"/.exec(await page.text())![1]!;
    const part = async (on: Instance, id: string, bytes: Buffer, from: number, to = bytes.length) => {
      const answer = await fetch(new URL(`/dashboard/proofs/${id}/upload`, on.baseUrl), {
        method: "POST",
        headers: {
          ...{ cookie, "x-csrf-token": csrf, "sec-fetch-site": "same-origin" },
          ...{ "x-upload-offset": String(from), "x-upload-size": String(bytes.length) },
        },
        body: Uint8Array.from(bytes.subarray(from, to)),
      });
      return { status: answer.status, ...((await answer.json()) as { offset?: number; outcome?: string }) };
    };
    /** Whether both serve the original, and nothing else is there. */
    const standsAlone = async (stored: ReadonlyMap<string, Buffer>) => {
      for (const { baseUrl } of two)
        for (const [id, bytes] of stored) {
          const served = await fetch(`${baseUrl}/proofs/${id}/original`, { headers });
          expect([served.status, Buffer.from(await served.arrayBuffer()).equals(bytes)]).toEqual([200, true]);
        }
      const usedBytes = [...stored.values()].reduce((sum, { length }) => sum + length, 0);
      await until(async () => {
        const account = await fetch(`${two[1].baseUrl}/account`, { headers });
        const { custody } = (await account.json()) as { custody: { used_bytes: number } };
        return custody.used_bytes === usedBytes && (await blobNames()).length === stored.size;
      }, 60_000);
    };
    return { two, headers, newProof, part, standsAlone };
  }
  const HALF = FILE_BYTES / 2;

  it("an upload that goes on elsewhere, or that both are told at once, is one original in the end", async () => {
    const { two, newProof, part, standsAlone } = await openTwo(600_000);
    const [one, other] = two;
    const bytes = randomBytes(FILE_BYTES);
    const id = await newProof(bytes);
    expect(await part(one, id, bytes, 0, HALF)).toMatchObject({ status: 200, offset: HALF, outcome: "more" });
    const elsewhere = await part(other, id, bytes, HALF);
    expect([elsewhere.status, elsewhere.offset]).toEqual([409, undefined]);
    const begun = await Promise.all(two.map((on) => part(on, id, bytes, 0, HALF)));
    expect(begun.map(({ status, outcome }) => `${status} ${outcome}`)).toEqual(["200 more", "200 more"]);
    // Twice on one of them, of which at most one is taken.
    const [first, again, last] = await Promise.all([one, one, other].map((on) => part(on, id, bytes, HALF)));
    const ended = [first, again].filter((answer) => answer!.status === 200);
    expect(ended.length).toBeLessThanOrEqual(1);
    const outcomes = [...ended, last].map((answer) => answer!.outcome);
    expect(outcomes.filter((outcome) => outcome === "stored")).toHaveLength(1);
    expect(await part(one, id, bytes, 0)).toMatchObject({ status: 200, outcome: "existing" });
    await standsAlone(new Map([[id, bytes]]));
  });

  it("one that is stopped in the middle of uploads and purges, beyond its lease and their time, does no harm when it wakes up", async () => {
    const { two, headers, newProof, part, standsAlone } = await openTwo(2 * UPLOAD_MS);
    const isPurging = async (one: Instance) =>
      (await one.metrics('svc_lease_held{lease="custody"}'))['svc_lease_held{lease="custody"}'] === 1;
    await until(async () => (await isPurging(two[0])) || (await isPurging(two[1])), 60_000);
    const [paused, other] = (await isPurging(two[0])) ? two : [two[1], two[0]];
    const put = (on: Instance, id: string, bytes: Buffer) =>
      fetch(`${on.baseUrl}/proofs/${id}/original`, {
        method: "PUT",
        headers,
        body: Uint8Array.from(bytes),
      });
    // Where the other was stopped in the middle of a change of the same rows, it is waited for, and then refused with 503.
    const inTheEnd = (statuses: readonly number[], ask: () => Promise<Response>) =>
      until(async () => {
        const { status } = await ask();
        expect([...statuses, 503]).toContain(status);
        return status !== 503;
      }, 120_000);
    const stored = new Map<string, Buffer>();
    const newFile = async () => {
      const bytes = randomBytes(FILE_BYTES);
      return [await newProof(bytes), bytes] as const;
    };
    const [taken, open, ...ended] = await Promise.all(Array.from({ length: 6 }, newFile));
    for (const file of ended) expect((await put(other, ...file)).status).toBe(201);
    for (const file of [taken!, open!])
      expect(await part(paused, ...file, 0, HALF)).toMatchObject({ status: 200, offset: HALF });
    const deleting = ended.map(([id]) =>
      inTheEnd([200, 404], () =>
        fetch(`${other.baseUrl}/proofs/${id}/original`, { method: "DELETE", headers }),
      ),
    );
    await deleting[0];
    paused.process.kill("SIGSTOP");
    await Promise.all(deleting);
    await inTheEnd([201, 200], () => put(other, ...taken!));
    stored.set(...taken!);
    await until(() => isPurging(other), 60_000);
    // The uploads of the one that is stopped have ended, and what they wrote is gone.
    await until(async () => (await blobNames()).length === stored.size, 60_000);
    paused.process.kill("SIGCONT");
    expect(await part(paused, ...taken!, HALF)).toMatchObject({ status: 200, outcome: "existing" });
    expect(await part(paused, ...open!, HALF)).toMatchObject({ status: 502 });
    expect(await part(paused, ...open!, 0)).toMatchObject({ status: 200, outcome: "stored" });
    stored.set(...open!);
    await standsAlone(stored);
    await until(async () => !(await Promise.all(two.map(isPurging))).every(Boolean), 60_000);
  });
});
