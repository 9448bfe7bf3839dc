/** What another process does to keys and sessions is seen at once, by a service that remembers them. Runs compiled code. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { COMPILED_SERVICE, compileService } from "../../compile-service.testing.js";
import { addAccount, anyAudit, newKey } from "../../records/account.testing.js";
import { newOrder } from "../../records/order.testing.js";
import { addPerson, NOW, newSession } from "../../records/people.testing.js";
import { openSqliteRecords, type Records } from "../../records/records.js";

const COMPILED_STORE = new URL("records/records.js", COMPILED_SERVICE).href;

/** Calls a method of its store for each line, `[area, method, ...arguments]`, and prints a line when it has resolved. */
const ADMIN = `
  import { createInterface } from "node:readline";
  import { writeSync } from "node:fs";
  const { openSqliteRecords } = await import(${JSON.stringify(COMPILED_STORE)});
  const store = await openSqliteRecords(process.argv[1]);
  const revive = (_, value) => typeof value === "string" && /^\\d{4}-.*Z$/.test(value) ? new Date(value) : value;
  for await (const line of createInterface(process.stdin)) {
    const [area, method, ...args] = JSON.parse(line, revive);
    writeSync(1, JSON.stringify(await store[area][method](...args)) + "\\n");
  }
`;

let folder: string;
let service: Records;
let admin: ChildProcessWithoutNullStreams;
let answers: AsyncIterator<string>;

beforeAll(compileService);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-processes-"));
  const path = join(folder, "service.sqlite");
  service = await openSqliteRecords(path);
  admin = spawn(process.execPath, ["--input-type=module", "--eval", ADMIN, path]);
  admin.stderr.pipe(process.stderr);
  answers = createInterface(admin.stdout)[Symbol.asyncIterator]();
});
afterEach(async () => {
  const closed = once(admin, "close");
  admin.stdin.end();
  await closed;
  await service.close();
  await rm(folder, { recursive: true });
});

/** Calls a method in the other process. */
async function elsewhere(...call: readonly unknown[]): Promise<unknown> {
  admin.stdin.write(`${JSON.stringify(call)}\n`);
  return JSON.parse((await answers.next()).value as string);
}

/** A new account with a key and a session that the service has just seen. */
async function known() {
  const { id } = await addAccount(service, { plan: "free" });
  const key = newKey(id);
  const session = newSession((await addPerson(service, id)).id);
  await service.accounts.createKey(key, 5, anyAudit());
  await service.people.createSession(session);
  const findKey = async () => {
    // The key is remembered within a turn.
    await nextTurn();
    return service.accounts.findKey(key.secretHash);
  };
  const findSession = () => service.people.findSession(session.secretHash, NOW);
  for (let round = 0; round < 3; round++) {
    expect(await findKey()).toMatchObject({
      revokedAt: null,
      account: { id, plan: "free", disabledAt: null },
    });
    expect(await findSession()).not.toBeNull();
  }
  return { id, key, session, findKey, findSession };
}

it("a key that is revoked", async () => {
  const { id, key, findKey } = await known();
  expect(await elsewhere("accounts", "revokeKey", key.id, id, NOW, anyAudit())).toBe(true);
  expect(await findKey()).toMatchObject({ revokedAt: NOW });
});

it("an account that is disabled, and enabled again", async () => {
  const { id, findKey, findSession } = await known();
  for (const disabledAt of [NOW, null, NOW]) {
    expect(await elsewhere("accounts", "updateAccount", id, { disabledAt }, anyAudit())).toBe(true);
    expect(await findKey()).toMatchObject({ account: { disabledAt } });
    expect((await findSession()) === null).toBe(disabledAt !== null);
  }
});

it("an account that is deleted", async () => {
  const { id, findKey, findSession } = await known();
  expect(await elsewhere("accounts", "deleteAccount", id, NOW, anyAudit(id))).toBe(true);
  expect(await findKey()).toMatchObject({ revokedAt: NOW, account: null });
  expect(await findSession()).toBeNull();
});

it("a plan that is granted", async () => {
  const { id, findKey } = await known();
  const order = newOrder(id, { item: { kind: "plan", plan: "pro" } });
  await service.orders.place(order, 5, anyAudit());
  expect(await elsewhere("orders", "grant", order.id, NOW, anyAudit())).toBe(true);
  expect(await findKey()).toMatchObject({ account: { plan: "pro" } });
});

it("a session that is ended", async () => {
  const { session, findSession } = await known();
  expect(await elsewhere("people", "endSession", session.personId, session.id)).toBe(true);
  expect(await findSession()).toBeNull();
});
