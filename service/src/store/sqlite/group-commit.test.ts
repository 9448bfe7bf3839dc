import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Connection, SqlError } from "./connection.js";
import { GroupCommit } from "./group-commit.js";

describe("GroupCommit", () => {
  let folder: string;
  let path: string;
  let connection: Connection;
  let writes: GroupCommit;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-group-"));
    path = join(folder, "test.sqlite");
    connection = new Connection(path, 0);
    connection.exec("PRAGMA journal_mode = WAL");
    connection.exec("CREATE TABLE t (n INTEGER PRIMARY KEY) STRICT");
    writes = new GroupCommit(connection);
  });
  afterEach(async () => {
    connection.close();
    await rm(folder, { recursive: true });
  });

  const insert = (n: number) => writes.run(() => connection.run("INSERT INTO t (n) VALUES (?)", n));
  const stored = (at: Connection = connection) =>
    at.all<{ n: number }>("SELECT n FROM t ORDER BY n").map((row) => row.n);

  it("resolves with the result of the work, in the order of the requests", async () => {
    const order: number[] = [];
    await Promise.all([3, 1, 2].map((n) => writes.run(() => order.push(n))));
    expect(order).toEqual([3, 1, 2]);
    expect(await writes.run(() => "result")).toBe("result");
  });

  it("runs the writes of one turn in one transaction", async () => {
    const other = new Connection(path, 0);
    const seenOutside: number[] = [];
    await Promise.all(
      [1, 2, 3].map((n) =>
        writes.run(() => {
          connection.run("INSERT INTO t (n) VALUES (?)", n);
          seenOutside.push(stored(other).length);
        }),
      ),
    );
    expect(seenOutside).toEqual([0, 0, 0]);
    expect(stored(other)).toEqual([1, 2, 3]);
    other.close();
  });

  it("shows another connection everything that has resolved", async () => {
    const other = new Connection(path, 0);
    for (let n = 1; n <= 20; n++) {
      await insert(n);
      expect(stored(other)).toContain(n);
    }
    other.close();
  });

  it("undoes only the write that fails, completely", async () => {
    const results = await Promise.allSettled([
      insert(1),
      writes.run(() => {
        connection.run("INSERT INTO t (n) VALUES (2)");
        throw new Error("halfway");
      }),
      insert(1),
      insert(3),
    ]);
    expect(results.map((result) => result.status)).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
      "fulfilled",
    ]);
    expect(results[1]).toMatchObject({ reason: { message: "halfway" } });
    expect(results[2]).toMatchObject({ reason: { code: "SQLITE_CONSTRAINT_PRIMARYKEY" } });
    expect(stored()).toEqual([1, 3]);
  });

  it("rejects the whole group when the transaction is lost, and works again after", async () => {
    const results = await Promise.allSettled([
      insert(1),
      writes.run(() => connection.exec("ROLLBACK")),
      insert(2),
    ]);
    expect(results.map((result) => result.status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(stored()).toEqual([]);
    await insert(4);
    expect(stored()).toEqual([4]);
  });

  it("rejects the whole group when another process locks the database, and works again after", async () => {
    const other = new Connection(path, 0);
    other.exec("BEGIN IMMEDIATE");
    const results = await Promise.allSettled([insert(1), insert(2)]);
    for (const result of results) {
      expect(result).toMatchObject({ status: "rejected", reason: { code: "SQLITE_BUSY" } });
    }
    other.exec("ROLLBACK");
    await insert(1);
    expect(stored()).toEqual([1]);
    other.close();
  });

  it("does not block the event loop while it commits, and takes new writes into the next group", async () => {
    const other = new Connection(path, 0);
    const order: string[] = [];
    const first = insert(1).then(() => order.push("first"));
    // At the end of this turn the first group runs up to its COMMIT.
    await new Promise(setImmediate);
    order.push("turn");
    const second = writes.run(() => {
      order.push("second group");
      connection.run("INSERT INTO t (n) VALUES (2)");
      return stored(other);
    });
    expect(await second).toEqual([1]);
    await first;
    expect(order).toEqual(["turn", "first", "second group"]);
    other.close();
  });

  it("reports commits of other connections, and not its own", async () => {
    const before = writes.otherCommits;
    const writing = insert(1);
    await new Promise(setImmediate);
    expect(writes.otherCommits).toBe(before);
    await writing;
    expect(writes.otherCommits).toBe(before);
    const other = new Connection(path, 0);
    other.exec("INSERT INTO t (n) VALUES (2)");
    other.close();
    expect(writes.otherCommits).not.toBe(before);
  });

  it("takes more writes than fit in one group", async () => {
    await Promise.all(Array.from({ length: 1_500 }, (_, n) => insert(n)));
    expect(stored()).toHaveLength(1_500);
  });

  it("rejects what is queued when the connection is closed", async () => {
    const write = insert(1);
    connection.close();
    await expect(write).rejects.toThrow(SqlError);
  });
});
