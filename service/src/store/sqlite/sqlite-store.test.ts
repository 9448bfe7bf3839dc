import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anyAudit, newAccount } from "../account.testing.js";
import { describeAccounts } from "../account-contract.testing.js";
import { describeAudit } from "../audit-contract.testing.js";
import { describeCustodyStore } from "../custody-contract.testing.js";
import { describeOperatorStore } from "../operator-contract.testing.js";
import { describeOrders } from "../order-contract.testing.js";
import { describePeople } from "../people-contract.testing.js";
import { describeRevocation } from "../revocation-contract.testing.js";
import { describeSeals } from "../seal-contract.testing.js";
import { describeSearch } from "../search-contract.testing.js";
import { describeStamps } from "../stamp-contract.testing.js";
import { StoreUnavailableError } from "../store.js";
import { describeStore, type OpenedStore } from "../store-contract.testing.js";
import { describeStoreRaces, type OpenedTwice } from "../store-races.testing.js";
import { describeTrustSnapshots } from "../trust-snapshot-contract.testing.js";
import { Connection } from "./connection.js";
import { NewerDatabaseError } from "./migrations.js";
import { openSqliteStore } from "./sqlite-store.js";

async function openOne(): Promise<OpenedStore> {
  const folder = await mkdtemp(join(tmpdir(), "svc-store-"));
  const store = await openSqliteStore(join(folder, "service.sqlite"));
  return {
    store,
    dispose: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
}

describeStore("SQLite", openOne);
describeSearch("SQLite", openOne);
describeOperatorStore("SQLite", openOne);

async function openTwo(): Promise<OpenedTwice> {
  const folder = await mkdtemp(join(tmpdir(), "svc-store-"));
  const path = join(folder, "service.sqlite");
  const stores = [await openSqliteStore(path), await openSqliteStore(path)] as const;
  return {
    stores,
    dispose: async () => {
      await Promise.all(stores.map((store) => store.close()));
      await rm(folder, { recursive: true });
    },
  };
}

describeStoreRaces("SQLite", openTwo);
describeAccounts("SQLite", openTwo);
describePeople("SQLite", openTwo);
describeAudit("SQLite", openTwo);
describeOrders("SQLite", openTwo);
describeSeals("SQLite", openTwo);
describeCustodyStore("SQLite", openTwo);
describeStamps("SQLite", openTwo);
describeTrustSnapshots("SQLite", openTwo);
describeRevocation("SQLite", openTwo);

describe("the SQLite file", () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-store-"));
    path = join(folder, "service.sqlite");
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("keeps its content when it is reopened, with the connections of two processes at once", async () => {
    const account = newAccount();
    const first = await openSqliteStore(path);
    await first.accounts.createAccount(account, null, anyAudit());
    const second = await openSqliteStore(path);
    expect(await second.accounts.findAccount(account.id)).toEqual(account);
    const later = { ...account, id: randomUUID() };
    await second.accounts.createAccount(later, null, anyAudit());
    expect(await first.accounts.findAccount(later.id)).toEqual(later);
    await first.close();
    await second.close();
  });

  it("is in WAL mode", async () => {
    const store = await openSqliteStore(path);
    const connection = new Connection(path, 0);
    expect(connection.get("PRAGMA journal_mode")).toEqual({ journal_mode: "wal" });
    connection.close();
    await store.close();
  });

  it("refuses a database that a later program wrote", async () => {
    await (await openSqliteStore(path)).close();
    const connection = new Connection(path, 0);
    connection.run("INSERT INTO migrations (version, applied_at) VALUES (1000, 0)");
    connection.close();
    await expect(openSqliteStore(path)).rejects.toThrow(NewerDatabaseError);
  });

  it("refuses a file that is not a database, with its path in the text", async () => {
    await writeFile(path, "This is a text file, not a database. ".repeat(200));
    await expect(openSqliteStore(path)).rejects.toThrow(StoreUnavailableError);
    await expect(openSqliteStore(path)).rejects.toThrow(path);
  });

  it("refuses a path that cannot be opened", async () => {
    await expect(openSqliteStore(join(folder, "missing", "x.sqlite"))).rejects.toThrow(StoreUnavailableError);
  });

  it("answers StoreUnavailableError once it is closed, and never crashes", async () => {
    const store = await openSqliteStore(path);
    await store.close();
    await expect(store.accounts.listAccounts()).rejects.toThrow(StoreUnavailableError);
    await expect(store.batches.highestConfirmed(1)).rejects.toThrow(StoreUnavailableError);
    const account = newAccount();
    await expect(store.accounts.createAccount(account, null, anyAudit())).rejects.toThrow(
      StoreUnavailableError,
    );
  });

  it("commits pending requests at close", async () => {
    const store = await openSqliteStore(path);
    const account = newAccount();
    const written = store.accounts.createAccount(account, null, anyAudit());
    await store.close();
    await written;
    const again = await openSqliteStore(path);
    expect(await again.accounts.findAccount(account.id)).toEqual(account);
    await again.close();
  });

  it("waits for another process's short write, and reports a long one", async () => {
    const store = await openSqliteStore(path);
    const other = new Connection(path, 0);
    other.exec("BEGIN IMMEDIATE");
    const account = newAccount();
    await expect(store.accounts.createAccount(account, null, anyAudit())).rejects.toThrow(/SQLITE_BUSY/);
    other.exec("ROLLBACK");
    await store.accounts.createAccount(account, null, anyAudit());
    other.close();
    await store.close();
  });
});
