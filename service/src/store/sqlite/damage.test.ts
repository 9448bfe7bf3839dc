/** SQLite's file when it is damaged, missing or another one, and what is left in its files. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Store, StoreUnavailableError } from "../store.js";
import { Connection } from "./connection.js";
import { DataDirError } from "./data-dir.js";
import { openSqlite } from "./open-sqlite.js";

const PAGE = 4_096;
const MINUTE_MS = 60_000;

let folder: string;
let path: string;
const stores: Store[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-damage-"));
  path = join(folder, "service.sqlite");
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(stores.splice(0).map((store) => store.close()));
  await rm(folder, { recursive: true });
});

async function open(at = path): Promise<Store> {
  const store = await openSqlite(at, { isChecked: true });
  stores.push(store);
  return store;
}

/** Takes a page or more. */
const long = (name: string) => name.padEnd(PAGE);
const put = (store: Store, name: string) =>
  store.change("test.put", (rows) => rows.progress.insert({ name: long(name), reached: 0 }));
const get = (store: Store, name: string) => store.read("test.get", (rows) => rows.progress.get([long(name)]));
/** The binding removes an empty log when it collects the last connection. */
const size = (ending: string, at = path) => statSync(at + ending, { throwIfNoEntry: false })?.size ?? 0;

/** A file with rows in its second half, as a clean stop leaves it. Each at a place of its own: the binding keeps files open. */
async function filled(at = path): Promise<void> {
  const store = await openSqlite(at);
  for (let i = 0; i < 200; i++) await put(store, `row ${i}`);
  await store.close();
}

function overwrite(at: number, bytes: Uint8Array): void {
  const file = openSync(path, "r+");
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}
const DAMAGES: Readonly<Record<string, () => void>> = {
  "pages of zeros": () => overwrite(size("") / 2, new Uint8Array(size("") / 2)),
  "pages of something else": () => overwrite(PAGE * 2, new Uint8Array(size("") - PAGE * 2).fill(7)),
  "half of it": () => truncateSync(path, size("") / 2),
  nothing: () => truncateSync(path, 0),
  "no header": () => overwrite(0, new Uint8Array(PAGE)),
};
const REMEDY =
  /damaged: stop the service and restore a backup, as docs\/operations\/running\.md says\. SQLite: .*SQLITE_(?:CORRUPT|NOTADB|IOERR_SHORT_READ)/;

describe("a database that is damaged", () => {
  it.each(["pages of zeros", "half of it"])("before the start has %s: the check finds it", async (what) => {
    await filled();
    DAMAGES[what]!();
    const store = await open();
    await expect.poll(() => store.damage).toMatch(REMEDY);
    await expect(put(store, "more")).rejects.toThrow(REMEDY);
    await expect(store.ping("writes")).rejects.toThrow(REMEDY);
    const identity = await store.read("test.get", (rows) => rows.secrets.get(["store"]));
    expect(identity?.bytes).toHaveLength(16);
    await store.ping("reads");
  });

  it.each(["pages of something else", "no header"])(
    "before the start has %s: it is refused with the remedy",
    async (what) => {
      await filled();
      DAMAGES[what]!();
      await expect(open()).rejects.toThrow(REMEDY);
      await expect(open()).rejects.toThrow(path);
    },
  );

  it.each(["pages of zeros", "pages of something else", "half of it", "nothing"])(
    "while it is open has %s: the first to meet it is told, and no change is taken",
    async (what) => {
      await filled();
      const store = await openSqlite(path);
      stores.push(store);
      expect(store.damage).toBeUndefined();
      DAMAGES[what]!();
      const reads = await Promise.allSettled(Array.from({ length: 200 }, (_, i) => get(store, `row ${i}`)));
      const pinged = store.ping("writes");
      await expect(pinged).rejects.toThrow(StoreUnavailableError);
      await expect(pinged).rejects.toThrow(REMEDY);
      for (const read of reads) if (read.status === "rejected") expect(read.reason.message).toMatch(REMEDY);
      await expect(put(store, "more")).rejects.toThrow(REMEDY);
      expect(store.damage).toMatch(REMEDY);
    },
  );

  it("is none where all is sound", async () => {
    await filled();
    const store = await open();
    await expect.poll(() => store.damage).toBeNull();
    await put(store, "more");
    await store.ping("writes");
  });
});

describe("the write-ahead log", () => {
  it("is empty after a stop, and the file alone is the whole database", async () => {
    await filled();
    expect(size("-wal")).toBe(0);
    const copy = join(folder, "copy.sqlite");
    copyFileSync(path, copy);
    expect(await get(await open(copy), "row 199")).not.toBeNull();
  });

  it("is empty a minute after the last change, and nothing of what was deleted is left in any file", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const store = await open();
    const mark = "a name that is deleted";
    await put(store, mark);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await expect.poll(() => size("-wal")).toBe(0);
    expect(readFileSync(path, "latin1")).toContain(mark);
    await store.change("test.remove", (rows) => rows.progress.remove([long(mark)]));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await expect.poll(() => size("-wal")).toBe(0);
    for (const name of readdirSync(folder))
      expect(readFileSync(join(folder, name), "latin1")).not.toContain(mark);
  });

  it("waits for another program's reading, and holds up no change", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const store = await open();
    await put(store, "first");
    const other = new Connection(path, 0);
    other.exec("BEGIN");
    other.get("SELECT count(*) FROM progress");
    await put(store, "second");
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await put(store, "third");
    expect(size("-wal")).toBeGreaterThan(0);
    other.exec("ROLLBACK");
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await expect.poll(() => size("-wal")).toBe(0);
    other.close();
  });
});

describe("a folder that had a database", () => {
  const LOSSES: Readonly<Record<string, () => void>> = {
    "is missing": () => {},
    "is empty": () => writeFileSync(path, ""),
    "has lost its log": () => {
      // What a file is whose pages are all in its log.
      const fresh = join(folder, "fresh.sqlite");
      const sql = new Connection(fresh, 0);
      sql.exec("PRAGMA journal_mode = WAL");
      sql.close();
      copyFileSync(fresh, path);
    },
  };
  it.each(Object.entries(LOSSES))("refuses one that %s, with the remedy", async (_, lose) => {
    await filled();
    for (const ending of ["", "-wal", "-shm"]) await rm(path + ending, { force: true });
    lose();
    const isThere = existsSync(path);
    const opened = open();
    await expect(opened).rejects.toThrow(DataDirError);
    await expect(opened).rejects.toThrow(
      /^SVC_DATA_DIR: .*service\.sqlite is missing or empty: .*-wal.*running\.md.*service\.id$/,
    );
    expect(existsSync(path)).toBe(isThere);
  });

  it("refuses another folder's, and takes it when the operator says so", async () => {
    await filled();
    const other = join(folder, "other.sqlite");
    await filled(other);
    for (const ending of ["", "-wal", "-shm"]) await rm(path + ending, { force: true });
    copyFileSync(other, path);
    await expect(open()).rejects.toThrow(/is the database of another folder/);
    await rm(join(folder, "service.id"));
    expect(await get(await open(), "row 0")).not.toBeNull();
    expect(readFileSync(join(folder, "service.id"))).toEqual(readFileSync(join(folder, "other.id")));
  });

  it("takes a backup of its own", async () => {
    await filled();
    const backup = join(folder, "backup");
    const sql = new Connection(path, 0);
    sql.exec(`VACUUM INTO '${backup}'`);
    sql.close();
    for (const ending of ["", "-wal", "-shm"]) await rm(path + ending, { force: true });
    copyFileSync(backup, path);
    expect(await get(await open(), "row 199")).not.toBeNull();
  });
});
