/**
 * The built service, killed by the kernel during uploads, downloads, deletions and purges. In the
 * end, everything acknowledged is there and correct, everything deleted is gone, no blob is left
 * over, and the account's space is that of its originals.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MongoClient } from "mongodb";
import { afterEach, describe, expect, inject, it } from "vitest";
import { openMongodbRecords, openSqliteRecords } from "../../service/src/records/open-records.js";
import { dataDirAt } from "../../service/src/store/sqlite/data-dir.js";
import { newAccount } from "../contract/api-service.js";
import { ANCHOR_KEY, type Instance, startInstance } from "../e2e/instance.js";
import { until } from "../e2e/sandbox.js";
import { dropDatabase, newDatabaseUrl } from "../mongodb/database-url.js";

const CYCLES = 4;
const CLIENTS = 4;
const FILE_BYTES = 700_000;
const UPLOAD_MS = 4_000;

const mongodbUrl = inject("mongodbUrl");
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** What a client knows about one of its proofs. */
interface Known {
  readonly id: string;
  readonly bytes: Buffer;
  /** `unknown`: a deposit or a deletion got no answer. */
  state: "none" | "stored" | "unknown";
}

let dataDir: string;
let database: string | null;
let instance: Instance | null = null;

afterEach(async () => {
  await instance?.end("SIGKILL");
  instance = null;
  if (database !== null) await dropDatabase(database);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const CUSTODY_KEY = randomBytes(32).toString("hex");

/** The service without a chain: custody does not need one, and the start is faster. */
async function start(more: Readonly<Record<string, string>> = {}): Promise<string> {
  instance = await startInstance({
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
  return instance.baseUrl;
}

async function newKey(): Promise<string> {
  const store =
    database === null
      ? await openSqliteRecords(dataDirAt(dataDir).databasePath)
      : await openMongodbRecords({ url: database, timeoutMs: 20_000 });
  const { key } = await newAccount(store, "pro");
  await store.close();
  return key;
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
    const proof: Known = { id: ((await made.json()) as { id: string }).id, bytes, state: "none" };
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
    const key = await newKey();
    const known: Known[] = [];
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const running = await start();
      const clients = Array.from({ length: CLIENTS }, () => work(running, key, known));
      const ends = Promise.allSettled(clients);
      // Half of them die at once, and half at work, however slow the machine is.
      const before = known.length;
      if (cycle % 2 === 1) await until(async () => known.length > before, 60_000);
      await sleep(150 + Math.random() * 900);
      await instance!.end("SIGKILL");
      for (const end of await ends) {
        if (end.status === "rejected" && !isCut(end.reason)) throw end.reason;
      }
    }
    expect(known.length).toBeGreaterThan(0);

    const baseUrl = await start();
    const headers = { authorization: `Bearer ${key}` };
    const ask = async (path: string) => (await fetch(`${baseUrl}${path}`, { headers })).json();
    let downloads = 50 - (await ask("/account")).custody.downloads_used_today;
    let usedBytes = 0;
    let originals = 0;
    for (const { id, bytes, state } of known) {
      const { original } = await ask(`/proofs/${id}`);
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
  const first = await start({ SVC_CUSTODY_UPLOAD_MS: "3600000" });
  for (let i = 0; i < 5; i++) {
    const endless = new ReadableStream<Uint8Array>({ start: (feed) => feed.enqueue(randomBytes(300_000)) });
    void put(first, await newProof(first), endless).catch(() => {});
  }
  await until(async () => (await incoming()).length === 5, 60_000);
  const [late, other] = [await newProof(first), new Uint8Array(1)];
  expect((await put(first, late, other)).status).toBe(507);
  await instance!.end("SIGKILL");
  expect(await incoming()).toHaveLength(5);

  const second = await start({ SVC_CUSTODY_UPLOAD_MS: "3600000" });
  await until(async () => (await incoming()).length === 0, 60_000);
  // There is room: what is refused is another file than the one that was registered.
  expect((await put(second, late, other)).status).toBe(409);
  const names = await readdir(dataDir, { recursive: true });
  expect(names.filter((name) => /writable|\.new$/.test(name))).toEqual([]);
});
