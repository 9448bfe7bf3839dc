/** A deletion that is killed at any point, and what it leaves in the file. */
import { randomUUID } from "node:crypto";
import { copyFileSync, existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { auditEntry } from "../../audit/audit-entry.js";
import { actionsOf, anyAudit, newAccount, newKey } from "../account.testing.js";
import { erasedEntry } from "../erased-entry.js";
import { ERASED_NAME } from "../erased-name.js";
import { newOrder } from "../order.testing.js";
import { addPerson, after, NOW, newPasskey, newSession, newToken } from "../people.testing.js";
import { newRegistration } from "../registration.testing.js";
import { expectBooks, grant } from "../seal-order.testing.js";
import type { Store } from "../store.js";
import { ApiKeyCache } from "./api-key-cache.js";
import { Connection } from "./connection.js";
import { OpenFiles } from "./open-files.js";
import { SqliteAccess } from "./sqlite-access.js";
import { SqliteAccounts } from "./sqlite-accounts.js";
import { openSqliteStore } from "./sqlite-store.js";

/** In every text of the account that names people. */
const MARK = "Saramago";
/** More than two portions. */
const PROOFS = 1_200;

/** Keeps what a process that is killed before a COMMIT leaves. */
class FilmedConnection extends Connection {
  readonly images: string[] = [];
  readonly #path: string;

  constructor(path: string) {
    super(path, 0);
    this.#path = path;
    super.exec("PRAGMA foreign_keys = ON");
    // Makes pages of a transaction reach the file before it ends.
    super.exec("PRAGMA cache_size = 10");
  }

  override async execAside(sql: string): Promise<void> {
    if (sql === "COMMIT") this.keep();
    await super.execAside(sql);
  }

  /** Copies the files as they are. */
  keep(): void {
    const image = `${this.#path}.${this.images.length}`;
    for (const ending of ["", "-wal"]) {
      if (existsSync(this.#path + ending)) copyFileSync(this.#path + ending, image + ending);
    }
    this.images.push(image);
  }
}

describe("the deletion of an account in SQLite", () => {
  let folder: string;
  let path: string;
  const account = newAccount({ label: `${MARK} 1`, displayName: MARK, showsDisplayName: true });
  const key = newKey(account.id, { name: `till of ${MARK}` });
  const audit = auditEntry({ accountId: account.id, actor: { kind: "admin" }, action: "account.delete" });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-deletion-"));
    path = join(folder, "service.sqlite");
    const store = await openSqliteStore(path);
    await fill(store);
    await store.close();
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function fill(store: Store): Promise<void> {
    const { id: accountId } = account;
    const email = `${MARK}@example.org`;
    const actor = { kind: "person", id: accountId, email } as const;
    await store.accounts.createAccount(account, null, anyAudit());
    await store.accounts.createKey(key, 5, anyAudit());
    await grant(store, accountId, 5);
    const person = await addPerson(store, accountId, { email });
    await store.people.createSession(newSession(person.id, { userAgent: MARK }));
    await store.people.addPasskey(newPasskey(person.id, { name: MARK }), 5, anyAudit());
    await store.people.replaceRecoveryCodes(person.id, ["ab".repeat(32)], anyAudit());
    await store.people.putToken(newToken({ email }));
    await store.people.putToken(newToken({ email: `x${email}`, purpose: "invitation", accountId }));
    await store.orders.place(newOrder(accountId, { placedBy: email }), 5, anyAudit());
    await Promise.all(
      Array.from({ length: PROOFS }, (_, i) =>
        store.proofs.register(
          newRegistration(
            { accountId, keyId: key.id },
            {
              receivedAt: NOW,
              dailyLimit: 10_000,
              name: `${MARK} ${i}.pdf`,
              metadata: `{"client":"${MARK}"}`,
              idempotencyKey: `${MARK} ${i}`,
            },
          ),
        ),
      ),
    );
    await Promise.all(
      Array.from({ length: PROOFS }, (_, i) =>
        store.audit.append(
          auditEntry({ accountId, actor, action: `act ${i}`, subject: email, details: { name: MARK } }),
        ),
      ),
    );
  }

  /** Rows in which the mark is left, by table. */
  function marked(image: string): Record<string, number> {
    const connection = new Connection(image, 0);
    const found: Record<string, number> = {};
    for (const { name } of connection.all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table'",
    )) {
      const columns = connection.all<{ name: string }>(`SELECT name FROM pragma_table_info('${name}')`);
      const holds = columns
        .map((column) => `instr(coalesce("${column.name}", ''), '${MARK}') > 0`)
        .join(" OR ");
      const { rows } = connection.get<{ rows: number }>(
        `SELECT count(*) AS rows FROM "${name}" WHERE ${holds}`,
      )!;
      if (rows > 0) found[name] = rows;
    }
    connection.close();
    return found;
  }

  /** The bytes of the file and its log, once the log is moved into the file. */
  async function bytes(): Promise<string> {
    const connection = new Connection(path, 0);
    connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    connection.close();
    const files = await Promise.all(["", "-wal"].map((ending) => readFile(path + ending, "latin1")));
    return files.join("");
  }

  it("leaves no byte of a name in the file", async () => {
    expect(Object.keys(marked(path)).toSorted()).toEqual(
      [
        ...[
          "accounts",
          "api_keys",
          "audit_entries",
          "idempotency_keys",
          "orders",
          "passkeys",
          "people",
          "proofs",
        ],
        ...["sessions", "tokens"],
      ].toSorted(),
    );
    expect((await bytes()).includes(MARK)).toBe(true);
    const store = await openSqliteStore(path);
    expect(await store.accounts.deleteAccount(account.id, NOW, audit)).toBe(true);
    await store.close();
    expect(marked(path)).toEqual({});
    expect((await bytes()).includes(MARK)).toBe(false);
  });

  it("leaves no original, whenever its upload ends", async () => {
    const store = await openSqliteStore(path);
    const { custody } = store;
    const expiresAt = after(3_600);
    const begin = async () => {
      const upload = { objectId: randomUUID(), proofId: randomUUID(), accountId: account.id };
      await custody.beginUpload({
        ...upload,
        minBytes: 100,
        maxBytes: 100,
        maxAccountBytes: 1_000,
        expiresAt,
      });
      return upload;
    };
    const complete = ({ objectId, proofId, accountId }: Awaited<ReturnType<typeof begin>>) =>
      custody.completeUpload({
        ...{
          objectId,
          proofId,
          accountId,
          sizeBytes: 100,
          fileName: `${MARK}.pdf`,
          mimeType: "a/b",
          storedAt: NOW,
        },
        key: { custodyKeyId: "k", bytes: new Uint8Array(32) },
      });
    const [before, beside, later] = [await begin(), await begin(), await begin()];
    expect(await complete(before)).toBe("stored");
    const [, end] = await Promise.all([
      store.accounts.deleteAccount(account.id, NOW, audit),
      complete(beside),
    ]);
    expect(end).toBe("expired");
    expect(await complete(later)).toBe("expired");
    await expect(begin()).rejects.toThrow(RangeError);
    for (const { proofId } of [before, beside, later]) expect(await custody.find(proofId)).toBeNull();
    expect((await custody.garbage(9)).map(({ objectId }) => objectId).toSorted()).toEqual(
      [before, beside, later].map(({ objectId }) => objectId).toSorted(),
    );
    await custody.abandonUpload(later);
    await store.close();
    expect(marked(path)).toEqual({});
  });

  it("leaves no name in entries that come later", async () => {
    const store = await openSqliteStore(path);
    await store.accounts.deleteAccount(account.id, NOW, audit);
    const actor = { kind: "person", id: randomUUID(), email: `${MARK}@example.org` } as const;
    const ended = auditEntry({
      accountId: account.id,
      actor,
      action: "session.end",
      details: { device: MARK },
    });
    await store.audit.append(ended);
    const { entries } = await store.audit.list(account.id, 2, null);
    expect(entries).toEqual([erasedEntry(ended), audit]);
    await store.close();
    expect(marked(path)).toEqual({});
  });

  it.each(["the same call", "the next purge"])(
    "that is killed at any point is completed by %s",
    async (by) => {
      const writer = new FilmedConnection(path);
      const access = new SqliteAccess(new Connection(path, 0), writer, new OpenFiles());
      const accounts = new SqliteAccounts(access, new ApiKeyCache(access));
      expect(await accounts.deleteAccount(account.id, NOW, audit)).toBe(true);
      writer.keep();
      access.close();
      expect(writer.images.length).toBeGreaterThanOrEqual(8);

      for (const [killedAfter, image] of writer.images.entries()) {
        const isClosed = killedAfter > 0;
        const isLast = killedAfter === writer.images.length - 1;
        const store = await openSqliteStore(image);
        expect((await store.accounts.findAccount(account.id)) === null).toBe(isClosed);
        expect((await store.accounts.findKey(key.secretHash))?.revokedAt).toEqual(isClosed ? NOW : null);
        expect(await store.people.listPeople(account.id)).toHaveLength(isClosed ? 0 : 1);
        if (by === "the same call" || !isClosed) {
          expect(await store.accounts.deleteAccount(account.id, after(9), audit)).toBe(!isLast);
        } else {
          expect(await store.people.purgeExpired(NOW)).toBe(0);
        }
        expect(await store.accounts.deleteAccount(account.id, after(9), audit)).toBe(false);
        expect(await actionsOf(store, account.id)).toHaveLength(1_000);
        expect((await store.audit.list(account.id, 1, null)).entries).toEqual([audit]);
        expect((await store.proofs.list(account.id, 1, null)).proofs).toMatchObject([{ name: ERASED_NAME }]);
        await expectBooks(store, account.id);
        await store.close();
        expect(marked(image)).toEqual({});
      }
    },
  );
});
