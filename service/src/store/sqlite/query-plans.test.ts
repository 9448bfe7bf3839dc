import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { addAccount, anyAudit, newAccount, newKey } from "../account.testing.js";
import { newOrder } from "../order.testing.js";
import { addPerson, after, NOW, newPasskey, newPerson, newSession, newToken } from "../people.testing.js";
import { newRegistration, randomHash } from "../registration.testing.js";
import type { Store } from "../store.js";
import { Connection } from "./connection.js";
import { openSqliteStore } from "./sqlite-store.js";

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-plans-"));
  store = await openSqliteStore(join(folder, "service.sqlite"));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

/** Calls every method for people, the audit trail, orders and accounts. */
async function useAll(): Promise<void> {
  const { accounts, people, audit, orders } = store;
  const { id: accountId } = await addAccount(store);
  const owner = await addPerson(store, accountId);
  const member = await addPerson(store, accountId, { role: "member" });
  const founder = newAccount();
  const person = newPerson(founder.id);
  const token = newToken({ purpose: "sign-up", email: person.email });
  await people.putToken(token);
  await people.enrol(
    { tokenHash: token.secretHash, person, newAccount: { account: founder, welcome: null }, at: NOW },
    anyAudit(),
  );
  await people.enrol({ tokenHash: token.secretHash, person, newAccount: null, at: NOW }, anyAudit());
  await people.findToken(token.secretHash, "sign-up", NOW);
  await people.useToken(token.secretHash, "sign-up", NOW);
  await people.listInvitations(accountId, NOW);
  await people.withdrawInvitation(accountId, token.secretHash, anyAudit());
  await people.findPerson(owner.id);
  await people.findPersonByEmail(owner.email);
  await people.listPeople(accountId);
  await people.setRole(owner, "reader", anyAudit());
  await people.setRole(member, "reader", anyAudit());
  await people.setLanguage(owner.id, "de");
  const passkey = newPasskey(owner.id);
  await people.addPasskey(passkey, 5, anyAudit());
  await people.findPasskey(passkey.id);
  await people.listPasskeys(owner.id);
  await people.usePasskey(passkey.id, 1, true, NOW);
  await people.removePasskey(owner.id, passkey.id, anyAudit());
  await people.replaceRecoveryCodes(owner.id, [randomHash()], anyAudit());
  await people.useRecoveryCode(owner.id, randomHash(), NOW);
  await people.countRecoveryCodes(owner.id);
  const session = newSession(owner.id);
  await people.createSession(session);
  await people.findSession(session.secretHash, NOW);
  await people.touchSession(session.id, NOW, NOW);
  await people.listSessions(owner.id, NOW);
  await people.endSession(owner.id, session.id);
  await people.endOtherSessions(owner.id, session.id);
  await people.removePerson(member, anyAudit());
  const entry = anyAudit(accountId);
  await audit.append(entry);
  await audit.list(accountId, 5, entry.id);
  const order = newOrder(accountId);
  await orders.place(order, 5, anyAudit());
  await orders.find(order.id);
  await orders.list(accountId);
  await orders.listOpen();
  await orders.grant(order.id, NOW, anyAudit());
  await orders.cancel(order.id, NOW, anyAudit());
  const key = newKey(accountId);
  await accounts.createKey(key, 5, anyAudit());
  await accounts.findKey(key.secretHash);
  await accounts.listKeys(accountId);
  await accounts.touchKeys([{ id: key.id, at: NOW }]);
  await accounts.findAccount(accountId);
  await accounts.updateAccount(accountId, { label: "l" }, anyAudit());
  await store.proofs.register(
    newRegistration({ accountId, keyId: key.id }, { receivedAt: NOW, dailyLimit: 5, idempotencyKey: "a" }),
  );
  await accounts.revokeKey(key.id, accountId, NOW, anyAudit());
  await accounts.deleteAccount(accountId, NOW, anyAudit(accountId));
  await people.purgeExpired(after(10_000));
}

it("accounts, people, orders and the audit trail are looked up by an index", async () => {
  const statements = new Set<string>();
  for (const method of ["run", "get", "all"] as const) {
    const original = Connection.prototype[method] as (sql: string, ...values: never[]) => unknown;
    vi.spyOn(Connection.prototype, method).mockImplementation(function (
      this: Connection,
      sql: string,
      ...values
    ) {
      statements.add(sql);
      return original.call(this, sql, ...(values as never[])) as never;
    });
  }
  await useAll();
  vi.restoreAllMocks();
  const connection = new Connection(join(folder, "service.sqlite"), 0);
  const scans: string[] = [];
  for (const sql of statements) {
    if (sql.startsWith("PRAGMA")) continue;
    const steps = connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`);
    // An insertion only scans the rows that refer to its own, and only while a reference is missing.
    if (sql.trimStart().startsWith("INSERT")) continue;
    scans.push(...steps.map(({ detail }) => detail).filter((detail) => detail.startsWith("SCAN")));
  }
  connection.close();
  expect(statements.size).toBeGreaterThan(60);
  expect(scans.toSorted()).toEqual([
    "SCAN CONSTANT ROW",
    // Partial indexes of what is asked for.
    "SCAN accounts USING INDEX accounts_to_erase",
    "SCAN o USING INDEX orders_open",
  ]);
});
