import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Connection } from "./connection.js";
import { GroupRead } from "./group-read.js";

let folder: string;
let connection: Connection;
let reads: GroupRead;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "svc-reads-"));
  connection = new Connection(join(folder, "reads.sqlite"), 100);
  connection.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER PRIMARY KEY) STRICT");
  for (let n = 0; n < 300; n++) connection.run("INSERT INTO t (n) VALUES (?)", n);
  reads = new GroupRead(connection);
});
afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true, force: true });
});

const read = (n: number) =>
  reads.run(() => connection.get<{ n: number }>("SELECT n FROM t WHERE n = ?", n)?.n ?? null);

it("answers each read of a turn, however many, and leaves no transaction open", async () => {
  const asked = Array.from({ length: 300 }, (_, n) => n);
  expect(await Promise.all(asked.map(read))).toEqual(asked);
  expect(connection.inTransaction).toBe(false);
  expect(await read(7)).toBe(7);
});

it("reads one state of the database for all reads of a turn", async () => {
  const other = new Connection(join(folder, "reads.sqlite"), 100);
  const first = reads.run(() => {
    const { count } = connection.get<{ count: number }>("SELECT count(*) AS count FROM t")!;
    other.run("INSERT INTO t (n) VALUES (1000)");
    return count;
  });
  const second = reads.run(() => connection.get<{ count: number }>("SELECT count(*) AS count FROM t")!.count);
  expect(await Promise.all([first, second])).toEqual([300, 300]);
  expect(await read(1000)).toBe(1000);
  other.close();
});

it("fails only the read that fails", async () => {
  const wrong = reads.run(() => {
    throw new RangeError("wrong");
  });
  const results = await Promise.allSettled([read(1), wrong, read(2)]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(connection.inTransaction).toBe(false);
});

it("runs waiting reads when it is flushed", async () => {
  const waiting = [read(1), read(2)];
  reads.flush();
  connection.close();
  expect(await Promise.all(waiting)).toEqual([1, 2]);
});

it("fails all of a group whose transaction cannot begin", async () => {
  const waiting = [read(1), read(2)];
  connection.close();
  const results = await Promise.allSettled(waiting);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
