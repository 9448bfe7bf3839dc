import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { acquireExclusiveLock, LockedError } from "./exclusive-lock.js";

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
