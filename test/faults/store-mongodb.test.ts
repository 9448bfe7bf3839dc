/**
 * The engine on MongoDB when its server fails: by its own fail points, killed, and paused. What was acknowledged is
 * there; what was refused is not, unless the error says that it is undecided; and no change is there by half.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openMongodb } from "../../service/src/store/mongodb/engine.js";
import { StandaloneServerError } from "../../service/src/store/mongodb/prepare.js";
import { MongodbUrlError, openStore } from "../../service/src/store/open-store.js";
import { newLease } from "../../service/src/store/port-contract.testing.js";
import { OtherReleaseError, type Store, StoreUnavailableError } from "../../service/src/store/store.js";
import { newDatabaseUrl } from "../mongodb/database-url.js";
import { HOW_TO_PROVIDE, type MongoServer, startMongoServer } from "../mongodb/mongo-server.js";
import { ReusedDatabases } from "../mongodb/reused-databases.js";

const server: MongoServer | null = await startMongoServer({ isKilled: true });
const TIMEOUT_MS = 3_000;
const DAY = [randomUUID(), 1, "proofs"] as const;

type Outcome = "done" | "refused" | "undecided";

/** A change of three tables' rows. */
async function put(store: Store, name: string): Promise<Outcome> {
  try {
    await store.change("test.put", async (rows) => {
      if ((await rows.leases.get([name])) !== null) return;
      await rows.leases.insert(newLease({ name }));
      await rows.days.count(DAY, "proofs", 1, {});
      await rows.secrets.insert({ name, bytes: new Uint8Array(1) });
    });
    return "done";
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    return error.isUndecided ? "undecided" : "refused";
  }
}

/** On a busy machine its time may be over: asking again finds out. */
const expectDone = (store: Store, name: string) => expect.poll(() => put(store, name)).toBe("done");

async function names(store: Store): Promise<readonly string[]> {
  const found = await store.read("test.look", async (rows) => ({
    leases: await rows.leases.page(["name"], [], { limit: 10_000 }),
    secrets: await rows.secrets.page(["name"], [], { limit: 10_000 }),
    used: (await rows.days.get(DAY))?.proofs ?? 0,
  }));
  const all = found.leases.map(({ name }) => name);
  expect(found.secrets.map(({ name }) => name)).toEqual(all);
  expect(found.used).toBe(all.length);
  return all;
}

/** Expects of each change what its outcome says. */
async function expectKept(store: Store, outcomes: ReadonlyMap<string, Outcome>): Promise<void> {
  const found = new Set(await names(store));
  const those = (outcome: Outcome) => [...outcomes].flatMap(([name, one]) => (one === outcome ? [name] : []));
  expect(those("done").filter((name) => !found.has(name))).toEqual([]);
  expect(those("refused").filter((name) => found.has(name))).toEqual([]);
}

describe.skipIf(server === null)(`the store on a MongoDB that fails (${HOW_TO_PROVIDE})`, () => {
  let admin: MongoClient;
  const databases = new ReusedDatabases(server?.url ?? "mongodb://127.0.0.1");
  let url: string;
  let store: Store;
  beforeAll(async () => {
    admin = await new MongoClient(server!.url, { appName: "test" }).connect();
  });
  afterAll(async () => {
    await databases.drop();
    await admin?.close();
    await server?.dispose();
  });
  beforeEach(async () => {
    url = databases.take();
    store = await openMongodb({ url, timeoutMs: TIMEOUT_MS });
    await expectDone(store, "warm-up");
  });
  afterEach(async () => {
    await admin.db("admin").command({ configureFailPoint: "failCommand", mode: "off" });
    await store.close();
    await databases.giveBack(url);
  });

  const arm = (mode: object | string, failCommands: readonly string[], fault: object) =>
    admin.db("admin").command({
      configureFailPoint: "failCommand",
      mode,
      data: { failCommands, appName: "svc-proof", ...fault },
    });
  const disarm = () => arm("off", [], {});

  const CLOSED = { closeConnection: true };
  const STEPPED_DOWN = { errorCode: 189, errorLabels: ["RetryableWriteError"] };
  const NOT_REPLICATED = { writeConcernError: { code: 64, errmsg: "waiting for replication timed out" } };

  it.each([
    ["a closed connection", CLOSED],
    ["a primary that steps down", STEPPED_DOWN],
    ["a write concern that is not reached", NOT_REPLICATED],
  ])("a commit that is not answered is undecided, and asking again finds out: %s", async (_, fault) => {
    await arm("alwaysOn", ["commitTransaction"], fault);
    expect(await put(store, "lost")).toBe("undecided");
    await disarm();
    await expectDone(store, "lost");
    expect(await names(store)).toEqual(["lost", "warm-up"]);
  });

  it.each(["find", "insert", "update"])(
    "a %s that is not answered is refused, and nothing is written",
    async (command) => {
      await arm("alwaysOn", [command], CLOSED);
      expect(await put(store, "refused")).toBe("refused");
      await disarm();
      expect(await names(store)).toEqual(["warm-up"]);
    },
  );

  it("survives one failure of each command", async () => {
    await store.close();
    store = await openMongodb({ url, timeoutMs: 60_000 });
    for (const command of ["find", "insert", "update", "commitTransaction"]) {
      // What a server puts on its errors: before the commit the transaction is over, a commit may be sent again.
      const isCommit = command === "commitTransaction";
      const label = isCommit ? "RetryableWriteError" : "TransientTransactionError";
      for (const fault of [CLOSED, { errorCode: 189, errorLabels: [label] }]) {
        await arm({ times: 1 }, [command], fault);
        expect(await put(store, randomUUID()), command).toBe("done");
      }
    }
    expect(await names(store)).toHaveLength(9);
  });

  it("refuses what a paused server does not answer, and goes on when it does", async () => {
    const outcomes = new Map<string, Outcome>();
    server!.pause();
    try {
      // A signal takes its time.
      for (let last: Outcome = "done"; last === "done"; ) {
        const name = randomUUID();
        last = await put(store, name);
        outcomes.set(name, last);
      }
    } finally {
      server!.resume();
    }
    await expectDone(store, "next");
    await expectKept(store, outcomes);
  });

  it("lets nothing take effect whose caller was refused meanwhile", async () => {
    let goOn = () => {};
    const isRefused = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const hasEnded: boolean[] = [];
    const change = store.change("test.slow", async (rows) => {
      await isRefused;
      await rows.leases.insert(newLease({ name: "late" }));
      hasEnded.push(true);
    });
    await expect(change).rejects.toMatchObject({ name: "StoreUnavailableError", isUndecided: false });
    goOn();
    await expect.poll(() => hasEnded).toHaveLength(1);
    // Its transaction, which goes on, would have been committed before these.
    for (const name of ["a", "b", "c", "d"]) await expectDone(store, name);
    expect(await names(store)).toEqual(["a", "b", "c", "d", "warm-up"]);
  });

  it("loses nothing that was acknowledged when the server is killed, again and again", async () => {
    const outcomes = new Map<string, Outcome>();
    let isOver = false;
    const putOn = async () => {
      while (!isOver) {
        const name = randomUUID();
        outcomes.set(name, await put(store, name));
      }
    };
    const writers = Promise.all(Array.from({ length: 8 }, putOn));
    for (let kill = 0; kill < 4; kill++) {
      const goal = outcomes.size + 40;
      await expect.poll(() => outcomes.size).toBeGreaterThan(goal);
      await server!.restart();
    }
    isOver = true;
    await writers;
    await expectDone(store, "last");
    await expectKept(store, outcomes);
  });

  it("refuses a database that a later release, or one before the first, has written", async () => {
    const url = newDatabaseUrl(server!.url);
    await (await openMongodb({ url, timeoutMs: TIMEOUT_MS })).close();
    const client = new MongoClient(url);
    const meta = client.db().collection<{ _id: string; number: number }>("meta");
    await meta.updateOne({ _id: "version" }, { $set: { number: 4, oldestReader: 4 } });
    await expect(openMongodb({ url, timeoutMs: TIMEOUT_MS })).rejects.toThrow(OtherReleaseError);
    await meta.deleteMany({});
    await client.db().createCollection("migrations");
    await expect(openMongodb({ url, timeoutMs: TIMEOUT_MS })).rejects.toThrow(OtherReleaseError);
    await client.close();
  });

  it("ends what an instance that died has begun, long before the server does", async () => {
    const url = newDatabaseUrl(server!.url);
    const name = randomUUID();
    const living = await openMongodb({ url, timeoutMs: TIMEOUT_MS });
    await living.change("test.put", (rows) => rows.leases.insert(newLease({ name })));
    const client = await new MongoClient(url).connect();
    const session = client.startSession();
    session.startTransaction();
    const leases = client.db().collection<{ _id: string }>("leases");
    await leases.updateOne({ _id: name }, { $set: { token: 1 } }, { session });
    const touch = () => living.change("test.touch", (rows) => rows.leases.touch([name]));
    await expect(touch()).rejects.toThrow(StoreUnavailableError);
    const instances = client.db().collection<{ _id: string; seenAt: Date; sessions: unknown[] }>("instances");
    await instances.insertOne({ _id: "died", seenAt: new Date(0), sessions: [session.id] });
    // The server's own limit is a minute.
    await expect.poll(() => touch().catch(() => false), { timeout: 40_000 }).toBe(true);
    expect(await instances.findOne({ _id: "died" })).toBeNull();
    expect((await living.read("test.get", (rows) => rows.leases.get([name])))?.token).toBe(0);
    await living.close();
    expect(await instances.countDocuments()).toBe(0);
    await session.endSession();
    await client.close();
  });
});

const secantusd = process.env["SVC_TEST_SECANTUSD"] ?? "";
it.skipIf(secantusd === "")("refuses a server by itself, and says how it becomes a replica set", async () => {
  const folder = await mkdtemp(join(tmpdir(), "svc-standalone-"));
  const args = ["--port", "0", "--standalone", "--storage-path", folder, "--cache-size", "64M"];
  const child = spawn(secantusd, args, { stdio: ["ignore", "pipe", "pipe"] });
  try {
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (bytes: Buffer) => {
        output += bytes;
      });
    const portOf = () => /listening on 127\.0\.0\.1:(\d+)/.exec(output)?.[1];
    await expect.poll(portOf).toBeDefined();
    const opened = openMongodb({ url: `mongodb://127.0.0.1:${portOf()}/svc`, timeoutMs: TIMEOUT_MS });
    await expect(opened).rejects.toThrow(StandaloneServerError);
    await expect(opened).rejects.toThrow(/mongod --replSet rs0.*rs\.initiate\(\)/);
    const config = { mongodbUrl: `mongodb://127.0.0.1:${portOf()}/svc`, mongodbTimeoutMs: TIMEOUT_MS };
    await expect(openStore(config, null)).rejects.toThrow(MongodbUrlError);
    await expect(openStore(config, null)).rejects.toThrow(/^SVC_MONGODB_URL: .*mongod --replSet rs0/);
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  }
});
