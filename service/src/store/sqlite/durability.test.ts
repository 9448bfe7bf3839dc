/** Acknowledged writes survive SIGKILL of the process that wrote them. Runs the compiled store in a child process. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { COMPILED_SERVICE, compileService } from "../../compile-service.testing.js";
import { actionsOf } from "../../records/account.testing.js";
import { openSqliteRecords } from "../../records/records.js";
import { expectBooks } from "../../records/seal-order.testing.js";

const COMPILED_STORE = new URL("records/records.js", COMPILED_SERVICE).href;

/** Registers 64 proofs at a time, forever, and prints each identifier once it is acknowledged. */
const WRITER = `
  import { randomBytes, randomUUID } from "node:crypto";
  import { writeSync } from "node:fs";
  const { openSqliteRecords } = await import(${JSON.stringify(COMPILED_STORE)});
  const store = await openSqliteRecords(process.argv[1]);
  const accountId = randomUUID();
  const keyId = randomUUID();
  const now = new Date();
  const audit = () => ({ id: randomUUID(), accountId, at: now, actor: { kind: "service" }, action: "test.act",
    subject: null, details: {} });
  await store.accounts.createAccount(
    { id: accountId, plan: "pro", createdAt: now, label: null, displayName: null, showsDisplayName: false,
      disabledAt: null }, null, audit());
  await store.accounts.createKey(
    { id: keyId, accountId, name: "", secretHash: randomBytes(32).toString("hex"), createdAt: now }, 5, audit());
  const register = async () => {
    const id = randomUUID();
    await store.proofs.register({
      id, certificateId: randomUUID(), accountId, origin: "api", keyId, idempotencyKey: id,
      hash: randomBytes(32).toString("hex"), name: "n", metadata: null, size: null, mimeType: "a/b",
      receivedAt: now, dailyLimit: 1e9, seal: null,
    });
    writeSync(1, id + "\\n");
  };
  for (;;) await Promise.all(Array.from({ length: 64 }, register));
`;

/**
 * Founds accounts, 16 at a time, forever: an enrolment, a key, an order that is granted, a session. Prints each step
 * once it is acknowledged, after the account's identifier.
 */
const FOUNDER = `
  import { randomBytes, randomUUID } from "node:crypto";
  import { writeSync } from "node:fs";
  const { openSqliteRecords } = await import(${JSON.stringify(COMPILED_STORE)});
  const store = await openSqliteRecords(process.argv[1]);
  const at = new Date();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const hash = () => randomBytes(32).toString("hex");
  const found = async () => {
    const id = randomUUID();
    const audit = (action) =>
      ({ id: randomUUID(), accountId: id, at, actor: { kind: "service" }, action, subject: null, details: {} });
    const acknowledge = (step) => writeSync(1, id + " " + step + "\\n");
    const token = { secretHash: hash(), purpose: "sign-up", email: id, accountId: null, role: null, personId: null,
      createdAt: at, expiresAt };
    const person = { id: randomUUID(), accountId: id, email: id, role: "owner", language: "en", createdAt: at,
      lastSignInAt: null };
    const account = { id, plan: "free", createdAt: at, label: token.secretHash, displayName: null,
      showsDisplayName: false, disabledAt: null };
    const welcome = { id: randomUUID(), accountId: id, kind: "welcome", amount: 3, cause: "welcome", at };
    await store.people.putToken(token);
    await store.people.enrol({ tokenHash: token.secretHash, person, newAccount: { account, welcome }, at },
      audit("account.create"));
    acknowledge("enrolled");
    await store.accounts.createKey({ id: randomUUID(), accountId: id, name: "", secretHash: hash(), createdAt: at }, 5,
      audit("key.create"));
    acknowledge("key");
    const order = { id: randomUUID(), accountId: id, item: { kind: "seals", amount: 10 }, priceEur: 1, placedBy: id,
      placedAt: at, state: "open", settledAt: null };
    await store.orders.place(order, 5, audit("order.place"));
    await store.orders.grant(order.id, at, audit("order.grant"));
    acknowledge("granted");
    await store.people.createSession({ id: randomUUID(), secretHash: hash(), personId: person.id, method: "link",
      createdAt: at, lastSeenAt: at, authenticatedAt: at, expiresAt, userAgent: "" });
    acknowledge("session");
  };
  for (;;) await Promise.all(Array.from({ length: 16 }, found));
`;

let folder: string;

beforeAll(compileService);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-durability-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("loses no acknowledged proof to SIGKILL, and keeps the order of receipt without gaps", async () => {
  const path = join(folder, "service.sqlite");
  const acknowledged = new Set<string>();
  for (const killAfter of [1, 200, 777]) {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", WRITER, path], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const closed = once(child, "close");
    let seen = 0;
    for await (const id of createInterface(child.stdout)) {
      acknowledged.add(id);
      if (++seen === killAfter) child.kill("SIGKILL");
    }
    expect(await closed).toEqual([null, "SIGKILL"]);

    const store = await openSqliteRecords(path);
    for (const id of acknowledged) expect((await store.proofs.find(id))?.id).toBe(id);
    const lease = (await store.leases.acquire("test", "test", 60_000))!;
    const slice = (await store.batches.peekQueue(lease, 1_000_000))!;
    const queued = await store.batches.readQueue(slice, 0, slice.count);
    expect(slice.count).toBeGreaterThanOrEqual(acknowledged.size);
    expect(queued).toHaveLength(slice.count);
    await store.close();
  }
});

it("loses no acknowledged person, key, order or session to SIGKILL, and leaves none of them half", async () => {
  const path = join(folder, "service.sqlite");
  const acknowledged = new Map<string, Set<string>>();
  for (const killAfter of [1, 150, 431]) {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", FOUNDER, path], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const closed = once(child, "close");
    let seen = 0;
    for await (const line of createInterface(child.stdout)) {
      const [id, step] = line.split(" ") as [string, string];
      if (!acknowledged.has(id)) acknowledged.set(id, new Set());
      acknowledged.get(id)!.add(step);
      if (++seen === killAfter) child.kill("SIGKILL");
    }
    expect(await closed).toEqual([null, "SIGKILL"]);

    const store = await openSqliteRecords(path);
    const now = new Date();
    const accounts = await store.accounts.listAccounts();
    const known = new Set(accounts.map(({ id }) => id));
    expect([...acknowledged.keys()].filter((id) => !known.has(id))).toEqual([]);
    for (const { id, label } of accounts) {
      const steps = acknowledged.get(id) ?? new Set();
      const [person, ...others] = await store.people.listPeople(id);
      expect([person?.email, others]).toEqual([id, []]);
      expect(await store.people.findToken(label!, "sign-up", now)).toBeNull();
      const keys = await store.accounts.listKeys(id);
      const orders = await store.orders.list(id);
      const granted = orders.filter(({ state }) => state === "granted");
      expect(await store.accounts.sealBalance(id)).toEqual({ welcome: 3, pack: 10 * granted.length });
      await expectBooks(store, id);
      const sessions = await store.people.listSessions(person!.id, now);
      expect(person!.lastSignInAt !== null).toBe(sessions.length > 0);
      if (steps.has("key")) expect(keys).toHaveLength(1);
      if (steps.has("granted")) expect(granted).toHaveLength(1);
      if (steps.has("session")) expect(sessions).toHaveLength(1);
      expect((await actionsOf(store, id)).toSorted()).toEqual([
        "account.create",
        ...keys.map(() => "key.create"),
        ...granted.map(() => "order.grant"),
        ...orders.map(() => "order.place"),
      ]);
    }
    await store.close();
  }
});
