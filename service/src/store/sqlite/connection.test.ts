import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Connection, SqlError, type SqlValue } from "./connection.js";

describe("Connection", () => {
  let folder: string;
  let connection: Connection;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-connection-"));
    connection = new Connection(join(folder, "test.sqlite"), 0);
    connection.exec("CREATE TABLE t (id INTEGER PRIMARY KEY, bytes BLOB, words TEXT, number INTEGER) STRICT");
  });
  afterEach(async () => {
    connection.close();
    await rm(folder, { recursive: true });
  });

  const insert = (bytes: SqlValue, words: SqlValue, number: SqlValue) =>
    connection.run("INSERT INTO t (bytes, words, number) VALUES (?, ?, ?)", bytes, words, number);

  it.each([
    ["bytes", Uint8Array.of(0, 1, 255), "Grüße 📄", Number.MAX_SAFE_INTEGER],
    ["part of an array", Uint8Array.of(9, 1, 2, 3).subarray(1, 3), "", Number.MIN_SAFE_INTEGER],
    ["nothing", null, null, null],
    ["an empty array", new Uint8Array(0), "a", 0],
  ])("gives back what was bound: %s", (_, bytes, words, number) => {
    expect(insert(bytes, words, number)).toBe(1);
    for (const row of [
      connection.get<{ bytes: Uint8Array | null }>("SELECT bytes, words, number FROM t"),
      connection.all<{ bytes: Uint8Array | null }>("SELECT bytes, words, number FROM t")[0],
    ]) {
      expect(row).toMatchObject({ words, number });
      if (bytes === null) expect(row?.bytes).toBeNull();
      else {
        expect(row?.bytes).toBeInstanceOf(Uint8Array);
        expect([...row!.bytes!]).toEqual([...bytes]);
      }
    }
  });

  it("gives rows with only the requested columns", () => {
    insert(null, "a", 1);
    expect(connection.get("SELECT words AS w, number FROM t")).toEqual({ w: "a", number: 1 });
    expect(connection.all("SELECT words AS w FROM t")).toEqual([{ w: "a" }]);
    expect(connection.get("SELECT words FROM t WHERE id = 99")).toBeUndefined();
  });

  it("reads more rows than the binding fetches at once", () => {
    for (let i = 0; i < 250; i++) insert(null, null, i);
    const rows = connection.all<{ number: number }>("SELECT number FROM t ORDER BY id");
    expect(rows.map((row) => row.number)).toEqual(Array.from({ length: 250 }, (_, i) => i));
  });

  it.each([
    ["a boolean, which would abort the process", true, TypeError],
    ["undefined", undefined, TypeError],
    ["a bigint", 1n, TypeError],
    ["an ArrayBuffer", new ArrayBuffer(2), TypeError],
    ["an array", [1], TypeError],
    ["a date", new Date(), TypeError],
    ["a fraction", 1.5, RangeError],
    ["not a number", Number.NaN, RangeError],
    ["an integer beyond 2^53, which would be rounded", 2 ** 53, RangeError],
    ["a text with U+0000, which would be cut", "a\0b", RangeError],
    ["half of a surrogate pair", "a\ud800b", RangeError],
  ])("refuses to bind %s", (_, value, error) => {
    expect(() => insert(value as SqlValue, null, null)).toThrow(error);
    expect(() => connection.get("SELECT ?", value as SqlValue)).toThrow(error);
    expect(connection.all("SELECT id FROM t")).toEqual([]);
  });

  it("identifies SQLite's errors by their code", () => {
    connection.run("INSERT INTO t (id) VALUES (1)");
    const codeOf = (action: () => unknown): string => {
      try {
        action();
      } catch (error) {
        if (error instanceof SqlError) return error.code;
      }
      return "none";
    };
    expect(codeOf(() => connection.run("INSERT INTO t (id) VALUES (1)"))).toBe(
      "SQLITE_CONSTRAINT_PRIMARYKEY",
    );
    expect(codeOf(() => connection.run("INSERT INTO"))).toBe("SQLITE_ERROR");
    expect(codeOf(() => connection.exec("INSERT INTO"))).toBe("SQLITE_ERROR");
    expect(codeOf(() => new Connection(join(folder, "no", "file"), 0))).toBe("SQLITE_CANTOPEN");
  });

  it("sees what another connection wrote after a read of one row among many", () => {
    insert(null, "a", 1);
    insert(null, "b", 2);
    connection.exec("PRAGMA journal_mode = WAL");
    connection.get("SELECT words FROM t");
    const other = new Connection(join(folder, "test.sqlite"), 0);
    other.run("INSERT INTO t (number) VALUES (3)");
    expect(connection.get("SELECT count(*) AS n FROM t")).toEqual({ n: 3 });
    connection.exec("BEGIN IMMEDIATE");
    insert(null, "c", 4);
    connection.exec("COMMIT");
    other.close();
  });

  it("takes nothing else while it works on another thread, and continues after", async () => {
    connection.exec("BEGIN IMMEDIATE");
    insert(null, "a", 1);
    const committing = connection.execAside("COMMIT");
    expect(() => connection.get("SELECT 1 AS one")).toThrow(
      expect.objectContaining({ code: "SQLITE_MISUSE" }),
    );
    await expect(connection.execAside("COMMIT")).rejects.toMatchObject({ code: "SQLITE_MISUSE" });
    await committing;
    expect(connection.inTransaction).toBe(false);
    expect(connection.get("SELECT count(*) AS n FROM t")).toEqual({ n: 1 });
  });

  it("identifies SQLite's errors from another thread like those from its own", async () => {
    const error = await connection.execAside("COMMIT").catch((error: unknown) => error);
    expect(error).toBeInstanceOf(SqlError);
    expect(error).toMatchObject({ code: "SQLITE_ERROR", message: expect.stringContaining("no transaction") });
  });

  it("refuses everything once it is closed, statements too", () => {
    connection.get("SELECT 1 AS one");
    connection.close();
    connection.close();
    expect(() => connection.get("SELECT 1 AS one")).toThrow(SqlError);
    expect(() => connection.exec("SELECT 1")).toThrow(SqlError);
    expect(connection.inTransaction).toBe(false);
  });
});
