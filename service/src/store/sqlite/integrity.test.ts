import { appendFile, mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addAccount } from "../../records/account.testing.js";
import { openSqliteRecords } from "../../records/records.js";
import { StoreUnavailableError } from "../store.js";
import { OpenFiles } from "./integrity.js";

let folder: string;
let files: OpenFiles;
const onLost = vi.fn();
const path = (name: string) => join(folder, "data", name);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-open-files-"));
  onLost.mockClear();
  await mkdir(join(folder, "data"));
  for (const name of ["first", "second"]) await writeFile(path(name), name);
  files = new OpenFiles(onLost);
  files.add(path("first"));
  files.add(path("second"));
});
afterEach(() => rm(folder, { recursive: true }));

const REASON = "SVC_DATA_DIR: second was removed or replaced while the service ran";

describe("check", () => {
  it("allows changes of the files", async () => {
    await appendFile(path("first"), "more");
    await truncate(path("second"));
    files.check();
  });

  it("refuses a file that is removed, replaced or led to by a circle of links, and tells why", async () => {
    await rename(path("second"), path("kept"));
    expect(() => files.check()).toThrow(new StoreUnavailableError(REASON));
    await writeFile(path("second"), "second");
    expect(() => files.check()).toThrow(REASON);
    await rm(path("second"));
    await symlink("second", path("second"));
    expect(() => files.check()).toThrow(REASON);
    expect(onLost.mock.calls).toEqual([[REASON], [REASON], [REASON]]);
    await rename(path("kept"), path("second"));
    files.check();
  });

  it("refuses a folder that is moved, and one that became a file", async () => {
    await rename(join(folder, "data"), join(folder, "moved"));
    expect(() => files.check()).toThrow("SVC_DATA_DIR: first was removed or replaced");
    await writeFile(join(folder, "data"), "");
    expect(() => files.check()).toThrow("SVC_DATA_DIR: first was removed or replaced");
  });

  it("asks no more for a file that is about to be closed", async () => {
    files.remove(path("second"));
    await rm(path("second"));
    files.check();
  });

  it("does not know a file that is not there", () => {
    expect(() => files.add(path("third"))).toThrow(StoreUnavailableError);
  });
});

describe("watch", () => {
  it("tells by itself, until it ends", async () => {
    const end = files.watch();
    await rm(path("second"));
    await expect.poll(() => onLost.mock.calls.length).toBeGreaterThan(0);
    end();
  });
});

describe("a store", () => {
  it("acknowledges no write once a file is gone, and is not well", async () => {
    for (const ending of ["", "-wal", "-shm"]) {
      const database = path(`${ending}.sqlite`);
      const store = await openSqliteRecords(database);
      await addAccount(store);
      await store.ping();
      await rename(`${database}${ending}`, path("away"));
      await expect(addAccount(store)).rejects.toThrow(StoreUnavailableError);
      await expect(store.ping("reads")).rejects.toThrow("was removed or replaced");
      await store.close();
    }
  });

  it("keeps what it writes beside a database that a link leads to, and notices another link", async () => {
    const disk = join(folder, "disk");
    await mkdir(disk);
    await symlink(join(disk, "kept.sqlite"), path("service.sqlite"));
    const store = await openSqliteRecords(path("service.sqlite"), { files });
    await addAccount(store);
    files.check();
    await rename(join(disk, "kept.sqlite-wal"), path("away"));
    expect(() => files.check()).toThrow("kept.sqlite-wal was removed or replaced");
    await rename(path("away"), join(disk, "kept.sqlite-wal"));
    await writeFile(join(disk, "older.sqlite"), "");
    await rm(path("service.sqlite"));
    await symlink(join(disk, "older.sqlite"), path("service.sqlite"));
    await expect(addAccount(store)).rejects.toThrow("service.sqlite was removed or replaced");
    await store.close();
    files.check();
  });

  it("closes without being missed", async () => {
    const store = await openSqliteRecords(path("service.sqlite"), { files });
    await addAccount(store);
    await store.close();
    for (const ending of ["", "-wal", "-shm"]) await rm(path(`service.sqlite${ending}`), { force: true });
    files.check();
    expect(onLost).not.toHaveBeenCalled();
  });
});
