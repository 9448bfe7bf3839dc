import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeAnchorRaces } from "../../records/anchors-races.testing.js";
import { describeRecords } from "../../records/records-contract.testing.js";
import { describeOpening, type Place } from "../opening.testing.js";
import { describePort, newLease, type OpenedTwice } from "../port-contract.testing.js";
import { ALL_TABLES } from "../rows.js";
import { OtherReleaseError, StoreUnavailableError } from "../store.js";
import { describeWriteSkew } from "../write-skew.testing.js";
import { Connection } from "./connection.js";
import { writeEmptyDatabase } from "./empty-database.testing.js";
import { openSqlite } from "./open-sqlite.js";
import { SqliteTable } from "./sqlite-table.js";

async function openTwo(): Promise<OpenedTwice> {
  const folder = await mkdtemp(join(tmpdir(), "svc-sqlite-"));
  const path = join(folder, "service.sqlite");
  await writeEmptyDatabase(path);
  const stores = [await openSqlite(path), await openSqlite(path)] as const;
  return {
    stores,
    dispose: async () => {
      await Promise.all(stores.map((store) => store.close()));
      await rm(folder, { recursive: true });
    },
  };
}

async function newPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "svc-sqlite-"));
  return {
    open: () => openSqlite(join(folder, "service.sqlite")),
    dispose: () => rm(folder, { recursive: true }),
  };
}

describeOpening("SQLite", newPlace);
describePort("SQLite", openTwo, { sequences: 20, races: 20 });
describeRecords("SQLite", openTwo, { requests: 1_000 });
describeWriteSkew("SQLite", openTwo, { isSideBySide: false });
describeAnchorRaces("SQLite", openTwo, { isSideBySide: false });

describe("the SQLite file", () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-sqlite-"));
    path = join(folder, "service.sqlite");
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("refuses a rule that awaits something other than rows, whenever it goes on, and none beside it", async () => {
    const store = await openSqlite(path);
    const [slow, beside] = [newLease(), newLease()];
    let late: Promise<unknown> | undefined;
    const change = store.change("test.slow", async (rows) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      late = rows.leases.insert(slow);
      await late;
    });
    const results = await Promise.allSettled([
      change,
      store.change("test.put", (rows) => rows.leases.insert(beside)),
      store.read("test.slow", () => new Promise((resolve) => setTimeout(resolve, 200))),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
    await expect(change).rejects.toThrow(TypeError);
    await expect.poll(() => late !== undefined).toBe(true);
    await expect(late).rejects.toThrow(TypeError);
    const found = await store.read("test.get", (rows) => rows.leases.getMany([[slow.name], [beside.name]]));
    expect(found).toEqual([null, beside]);
    await store.close();
  });

  it("keeps its content when it is reopened", async () => {
    const lease = newLease();
    const first = await openSqlite(path);
    await first.change("test.put", (rows) => rows.leases.insert(lease));
    await first.close();
    const second = await openSqlite(path);
    expect(await second.read("test.get", (rows) => rows.leases.get([lease.name]))).toEqual(lease);
    await second.close();
  });

  it("gets the tables that 0.1.0 had not, and keeps what it has", async () => {
    const lease = newLease();
    const first = await openSqlite(path);
    await first.change("test.put", (rows) => rows.leases.insert(lease));
    await first.close();
    const sql = new Connection(path, 0);
    for (const table of ["mailWishes", "mailWishProofs"]) sql.exec(`DROP TABLE "${table}"`);
    sql.exec("PRAGMA user_version = 2");
    sql.close();
    for (const time of ["first", "second"]) {
      const store = await openSqlite(path);
      expect(await store.read("test.get", (rows) => rows.leases.get([lease.name])), time).toEqual(lease);
      const [person, proof] = [randomUUID(), randomUUID()];
      await store.change("test.put", (rows) => rows.mailWishProofs.insert({ person, token: time, proof }));
      expect(
        await store.read("test.get", (rows) => rows.mailWishProofs.get([person, time, proof])),
      ).not.toBeNull();
      await store.close();
    }
  });

  it("is refused when a later release, or one before the first, has written it", async () => {
    await (await openSqlite(path)).close();
    const sql = new Connection(path, 0);
    for (const version of [4, 1, 0]) {
      sql.exec(`PRAGMA user_version = ${version}`);
      await expect(openSqlite(path), `${version}`).rejects.toThrow(OtherReleaseError);
    }
    sql.close();
    const other = `${path}.other`;
    await writeFile(other, "no database at all, but long enough to be looked at as one".repeat(20));
    await expect(openSqlite(other)).rejects.toThrow(StoreUnavailableError);
  });

  it("acknowledges nothing once its file was removed", async () => {
    const store = await openSqlite(path);
    await rm(path);
    const change = store.change("test.put", (rows) => rows.leases.insert(newLease()));
    await expect(change).rejects.toThrow(StoreUnavailableError);
    await expect(store.ping("reads")).rejects.toThrow(StoreUnavailableError);
    await store.close();
  });

  it("is refused with its path where it is no database, or cannot be opened", async () => {
    await writeFile(path, "This is a text file, not a database. ".repeat(200));
    await expect(openSqlite(path)).rejects.toThrow(path);
    const missing = join(folder, "missing", "x.sqlite");
    await expect(openSqlite(missing)).rejects.toThrow(StoreUnavailableError);
    await expect(openSqlite(missing)).rejects.toThrow(missing);
  });

  it("has a log that readers do not wait for", async () => {
    const store = await openSqlite(path);
    const sql = new Connection(path, 0);
    expect(sql.get("PRAGMA journal_mode")).toEqual({ journal_mode: "wal" });
    sql.close();
    await store.close();
  });

  it("waits for another process's short write, reports a long one, and goes on after it", async () => {
    const store = await openSqlite(path);
    const other = new Connection(path, 0);
    const put = () => store.change("test.put", (rows) => rows.leases.insert(newLease()));
    other.exec("BEGIN IMMEDIATE");
    await expect(put()).rejects.toThrow(/SQLITE_BUSY/);
    await expect(store.ping("writes")).rejects.toThrow(StoreUnavailableError);
    await store.ping("reads");
    other.exec("ROLLBACK");
    await put();
    await store.ping("writes");
    other.close();
    await store.close();
  });

  it("looks up what rules ask for by its indexes", async () => {
    await (await openSqlite(path)).close();
    const sql = new Connection(path, 0);
    const plans = [...statements()].map((text) => {
      const values = Array(text.split("?").length - 1).fill(null);
      return sql.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...values).map(({ detail }) => detail);
    });
    expect(plans.length).toBeGreaterThan(100);
    expect(plans.flat().filter((detail) => /TEMP B-TREE/.test(detail))).toEqual([]);
    sql.close();
  });
});

/** The first and a later page of every order, from its first column on and from all but the last. */
function* statements(): Generator<string> {
  for (const table of ALL_TABLES) {
    const statementsOf = new SqliteTable(table);
    for (const order of table.orders.values()) {
      if (table.rule.lookup?.includes(order)) continue;
      const refs = order.findLastIndex((column) => table.rule.columns[column]!.startsWith("ref")) + 1;
      for (const of of new Set([refs, Math.max(refs, order.length - 1)])) {
        for (const isDescending of [false, true]) {
          const asked = { order, of: order.slice(0, of), limit: 1, isDescending };
          yield statementsOf.pageText({ ...asked, after: null });
          if (of < order.length) yield statementsOf.pageText({ ...asked, after: order.slice(of) });
        }
      }
    }
  }
}
