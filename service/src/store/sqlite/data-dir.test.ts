import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { acquireExclusiveLock, DataDirError, LockedError, openDataDir } from "./data-dir.js";

describe("data dir", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-data-dir-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  describe("openDataDir", () => {
    it("makes the folder and its parents accessible only to the owner, and leaves nothing in it", async () => {
      const path = join(folder, "a", "b");
      expect((await openDataDir(path)).path).toBe(path);
      for (const made of [path, join(folder, "a")]) expect((await stat(made)).mode & 0o777).toBe(0o700);
      expect(await readdir(path)).toEqual([]);
      // As a process leaves it that is killed in between.
      await mkdir(join(path, ".writable"));
      await openDataDir(path);
      expect(await readdir(path)).toEqual([]);
    });

    it("is made once by many at once", async () => {
      const path = join(folder, "a", "b");
      await Promise.all(Array.from({ length: 10 }, () => openDataDir(path)));
      expect(await readdir(path)).toEqual([]);
    });

    it("refuses a path that is not a folder", async () => {
      const file = join(folder, "file");
      await writeFile(file, "");
      const expected = `SVC_DATA_DIR: ${file} expected a writable folder, got ENOTDIR`;
      await expect(openDataDir(file)).rejects.toThrow(new DataDirError(expected));
      await expect(openDataDir(join(file, "below"))).rejects.toThrow(/got ENOTDIR$/);
    });

    it.skipIf(process.platform !== "linux")("gives up if no folder can be made", async () => {
      await expect(openDataDir("/proc/data")).rejects.toThrow(
        /^SVC_DATA_DIR: \/proc\/data expected .* got E[A-Z]+$/,
      );
      await expect(openDataDir("/proc/a/b")).rejects.toThrow(DataDirError);
      await expect(openDataDir("/proc/self")).rejects.toThrow(DataDirError);
    });

    it("refuses a folder that cannot be written", async () => {
      const path = join(folder, "read-only");
      await mkdir(path);
      await chmod(path, 0o555);
      await chmod(folder, 0o755);
      // Nothing is read-only to root, so the test runs as nobody.
      const isRoot = process.getuid?.() === 0;
      if (isRoot) process.seteuid!(65_534);
      try {
        await expect(openDataDir(path)).rejects.toThrow(/got EACCES$/);
      } finally {
        if (isRoot) process.seteuid!(0);
      }
    });
  });
});

describe("exclusive lock", () => {
  /** Takes the lock in another process, as this program does, and holds it until killed. */
  const HOLDER = `
  const Database = require(process.argv[1]);
  new Database(process.argv[2]).exec("BEGIN EXCLUSIVE");
  console.log("held");
  setInterval(() => {}, 1000);
`;

  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-lock-"));
    path = join(folder, "lock");
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function holdInAnotherProcess(): Promise<{ kill: () => Promise<unknown> }> {
    const libsql = createRequire(import.meta.url).resolve("libsql");
    const child = spawn(process.execPath, ["--eval", HOLDER, libsql, path], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const closed = once(child, "close");
    await once(child.stdout, "data");
    return {
      kill: () => {
        child.kill("SIGKILL");
        return closed;
      },
    };
  }

  it("is held by one at a time, and by the next once it is released", async () => {
    const lock = await acquireExclusiveLock(path, 0);
    await expect(acquireExclusiveLock(path, 0)).rejects.toThrow(LockedError);
    await expect(acquireExclusiveLock(path, 0)).rejects.toThrow(path);
    lock.release();
    lock.release();
    (await acquireExclusiveLock(path, 0)).release();
  });

  it("is refused while another process holds it, and free when that process is killed", async () => {
    const holder = await holdInAnotherProcess();
    await expect(acquireExclusiveLock(path, 120)).rejects.toThrow(LockedError);
    await holder.kill();
    (await acquireExclusiveLock(path, 0)).release();
  });

  it("is waited for", async () => {
    const holder = await holdInAnotherProcess();
    const lock = acquireExclusiveLock(path, 30_000);
    await holder.kill();
    (await lock).release();
  });
});
