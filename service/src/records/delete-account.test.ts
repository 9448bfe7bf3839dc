/** A deletion that is killed at any point, on the engine in memory, and what it leaves: in SQLite's file, too. */

import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { auditEntry } from "../audit/audit.js";
import { MemoryDatabase, openMemoryStore } from "../store/memory-store.testing.js";
import { ALL_TABLES } from "../store/rows.js";
import { openSqlite } from "../store/sqlite/open-sqlite.js";
import { type Store, StoreUnavailableError } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { anyAudit, newAccount, newKey } from "./account.testing.js";
import { enterAudit, erasedEntry } from "./audit.js";
import { withClock } from "./clock.testing.js";
import { ERASED_NAME } from "./deletion.js";
import { newOrder } from "./order.testing.js";
import { after, NOW, newPasskey, newPerson, newSession, newToken } from "./people.testing.js";
import { type Records, recordsOn } from "./records.js";
import { randomHash } from "./registration.testing.js";

/** In every text of the account that names people. */
const MARK = "Saramago";
/** More than a portion. */
const PROOFS = 600;

const account = newAccount({ label: `${MARK} 1`, displayName: MARK, showsDisplayName: true });
const { id: accountId } = account;
const key = newKey(accountId, { name: `till of ${MARK}` });
const deletion = auditEntry({ accountId, actor: { kind: "admin" }, action: "account.delete" });
const session = newSession(randomUUID(), { userAgent: MARK });
const email = `${MARK}@example.org`;

const newProof = (given: Partial<Row<"proofs">> = {}): Row<"proofs"> => ({
  ...{ account: accountId, id: randomUUID(), certificate: randomUUID(), hash: randomHash() },
  ...{ name: `will of ${MARK}.pdf`, metadata: `{"client":"${MARK}"}`, size: null, mimeType: "a/b" },
  ...{ receivedAt: NOW, isFirst: true, isWeb: false, ...given },
});

async function filled(): Promise<MemoryDatabase> {
  const database = new MemoryDatabase();
  await fill(openMemoryStore(database));
  return database;
}

async function fill(store: Store): Promise<void> {
  const { accounts, custody, orders, people } = recordsOn(store);
  await accounts.createAccount(account, null, anyAudit());
  await accounts.createKey(key, 5, anyAudit());
  // More than one change closes.
  for (let i = 0; i < 25; i++)
    await people.createPerson(newPerson(accountId, { email: `${i}${email}` }), anyAudit());
  const person = newPerson(accountId, { id: session.personId, email });
  await people.createPerson(person, anyAudit());
  await people.createSession(session);
  await people.addPasskey(newPasskey(person.id, { name: MARK }), 5, anyAudit());
  await people.replaceRecoveryCodes(person.id, [randomHash()], anyAudit());
  await people.putToken(newToken({ email }));
  await people.putToken(newToken({ email: `x${email}`, purpose: "invitation", accountId }));
  await orders.place(newOrder(accountId, { placedBy: email }), 5, anyAudit());
  const actor = { kind: "person", id: person.id, email } as const;
  await store.change("test.fill", async (rows) => {
    for (let i = 0; i < PROOFS; i++) {
      const said = { action: "key.create", subject: email, details: { name: MARK } };
      await enterAudit(rows, auditEntry({ accountId, actor, ...said }));
    }
    const proofs = Array.from({ length: PROOFS }, () => newProof());
    await rows.proofs.insert(...proofs);
    const bound = proofs.map(({ id: proof }, i) => ({ value: `${MARK} ${i}`, proof }));
    await rows.idempotencyKeys.insert(
      ...bound.map((one, i) => ({ ...one, holder: i % 2 === 0 ? key.id : accountId })),
    );
  });
  for (const isStored of [true, false]) {
    const upload = { objectId: randomUUID(), proofId: randomUUID(), accountId };
    const space = { minBytes: 1, maxBytes: 1, maxAccountBytes: 9, expiresAt: after(60) };
    await custody.beginUpload({ ...upload, ...space });
    const file = { sizeBytes: 1, fileName: `${MARK}.pdf`, mimeType: "a/b", storedAt: NOW };
    const wrapped = { custodyKeyId: "k", bytes: new Uint8Array(32) };
    if (isStored) await custody.completeUpload({ ...upload, ...file, key: wrapped });
  }
}

/** Tables in which the mark is left. */
async function marked(database: MemoryDatabase): Promise<readonly string[]> {
  const all = { of: [], after: null, limit: Number.POSITIVE_INFINITY, isDescending: false };
  const found = await Promise.all(
    ALL_TABLES.map(async (table) => {
      const rows = await database.page(table, { order: table.rule.key, ...all });
      return JSON.stringify(rows).includes(MARK) ? [table.name] : [];
    }),
  );
  return found.flat();
}

/** A store whose process dies before one of its changes. */
function dying(store: Store, changes: number): Store {
  let left = changes;
  return {
    ...store,
    change: (name, rule) =>
      left-- > 0 ? store.change(name, rule) : Promise.reject(new StoreUnavailableError("dead")),
  };
}

const remove = ({ accounts }: Records) => accounts.deleteAccount(accountId, NOW, deletion);
const eraseDueAt = (store: Store) =>
  store.read("test.look", async (rows) => (await rows.accounts.get([accountId]))?.eraseDueAt);

describe("the deletion of an account", () => {
  it("leaves no name in any table", async () => {
    const database = await filled();
    expect(new Set(await marked(database))).toEqual(
      new Set([
        ...["accounts", "apiKeys", "auditEntries", "emails", "idempotencyKeys", "orders", "originals"],
        ...["passkeys", "people", "proofs", "sessions", "tokens"],
      ]),
    );
    const records = recordsOn(openMemoryStore(database));
    expect(await remove(records)).toBe(true);
    expect(await marked(database)).toEqual([]);
    expect(await records.custody.usageOf([accountId])).toEqual([]);
    expect(await records.custody.garbage(9)).toHaveLength(2);
  });

  it("leaves no byte of a name in any of SQLite's files", async () => {
    const folder = await mkdtemp(join(tmpdir(), "svc-deletion-"));
    const path = join(folder, "service.sqlite");
    const bytes = async () => {
      const files = (await readdir(folder)).map((name) => readFile(join(folder, name), "latin1"));
      return (await Promise.all(files)).join("");
    };
    const first = await openSqlite(path);
    await fill(first);
    await first.close();
    expect((await bytes()).includes(MARK)).toBe(true);
    const second = await openSqlite(path);
    expect(await remove(recordsOn(second))).toBe(true);
    await second.close();
    expect((await bytes()).includes(MARK)).toBe(false);
    await rm(folder, { recursive: true });
  });

  it.each(["the same call", "the next purge"])(
    "that is killed before any of its changes is completed by %s",
    async (by) => {
      for (let changes = 0, isDone = false; !isDone; changes++) {
        const database = await filled();
        const store = openMemoryStore(database);
        isDone = await remove(recordsOn(dying(store, changes))).catch(() => false);
        const records = recordsOn(store);
        const { accounts, audit, people } = records;
        const isClosed = changes > 0;
        expect((await accounts.findAccount(accountId)) === null).toBe(isClosed);
        expect((await accounts.findKey(key.secretHash))?.revokedAt).toEqual(isClosed ? NOW : null);
        expect((await people.findSession(session.secretHash, NOW)) === null).toBe(isClosed);
        if (by === "the same call" || !isClosed) expect(await remove(records)).toBe(!isDone);
        else await people.purgeExpired(NOW);
        expect(await remove(records)).toBe(false);
        expect(await marked(database)).toEqual([]);
        expect((await audit.list(accountId, 1, null)).entries).toEqual([deletion]);
        expect((await audit.list(accountId, 1_000, null)).entries).toHaveLength(PROOFS + 1);
      }
    },
  );

  it("erases what arrives late, until nothing can be on its way", async () => {
    const database = await filled();
    const store = openMemoryStore(database);
    await remove(recordsOn(store));
    const arrive = () =>
      store.change("test.late", async (rows) => {
        await rows.proofs.insert(newProof());
        await rows.idempotencyKeys.insert({ holder: key.id, value: MARK, proof: randomUUID() });
      });
    const due = await eraseDueAt(store);
    for (const at of [new Date(due!.getTime() - 1), due!]) {
      await arrive();
      await recordsOn(withClock(store, at)).people.purgeExpired(NOW);
      expect(await marked(database)).toEqual([]);
      expect(await eraseDueAt(store)).toEqual(at < due! ? due : null);
    }
    await arrive();
    await recordsOn(withClock(store, due!)).people.purgeExpired(NOW);
    expect(await marked(database)).toEqual(["proofs", "idempotencyKeys"]);
  });

  it("leaves no name in entries that come later", async () => {
    const database = await filled();
    const records = recordsOn(openMemoryStore(database));
    await remove(records);
    const actor = { kind: "person", id: randomUUID(), email } as const;
    const late = auditEntry({ accountId, actor, action: "session.end", details: { device: MARK } });
    await records.audit.append(late);
    expect((await records.audit.list(accountId, 2, null)).entries).toEqual([erasedEntry(late), deletion]);
    expect(await marked(database)).toEqual([]);
    const proofs = await openMemoryStore(database).read("test.look", (rows) =>
      rows.proofs.page(["account", "id"], [accountId], { limit: 2 * PROOFS }),
    );
    expect(new Set(proofs.map(({ name }) => name))).toEqual(new Set([ERASED_NAME]));
  });
});
