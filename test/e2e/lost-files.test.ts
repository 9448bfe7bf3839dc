/** A database that goes away while the service runs: nothing is acknowledged that is not in the store after a restart. */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqliteRecords } from "../../service/src/records/records.js";
import { Connection } from "../../service/src/store/sqlite/connection.js";
import { dataDirAt } from "../../service/src/store/sqlite/data-dir.js";
import { type Instance, randomHash, register, spawnService, statusOf } from "./instance.js";
import { root, run, until } from "./sandbox.js";

/** Of the Debian package of that name: the backup that the documents name. */
const SQLITE = "sqlite3";

let folder: string;
const instances: Instance[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "svc-proof-lost-"));
});
afterEach(async () => {
  await Promise.all(instances.splice(0).map((instance) => instance.end("SIGKILL")));
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const data = (...names: string[]) => join(folder, "data", ...names);
const database = (ending = "") => data(`service.sqlite${ending}`);

async function start(dataDir = data()): Promise<{ service: Instance; key: string }> {
  const service = spawnService({ SVC_DATA_DIR: dataDir });
  instances.push(service);
  let key: string | undefined;
  await until(() => {
    if (service.process.exitCode !== null) throw new Error(`ended:\n${service.output()}`);
    key = /Pro key {3}(\S+)/.exec(service.output())?.[1];
    return key !== undefined;
  }, 60_000);
  return { service, key: key! };
}

/** A second program on the database, as an administrator uses it. */
function sql(text: string): void {
  const beside = new Connection(database(), 10_000);
  beside.exec(text);
  beside.close();
}

/** Registers a new fingerprint. The identifier of the proof, if that was acknowledged. */
async function acknowledged(service: Instance, key: string): Promise<string | null> {
  const answer = await register(service.baseUrl, key, randomHash()).catch(() => null);
  if (answer === null || answer.status >= 300) return null;
  return ((await answer.json()) as { id: string }).id;
}

async function missing(service: Instance, key: string, ids: readonly string[]): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}` };
  const found = await Promise.all(
    ids.map(async (id) => (await fetch(`${service.baseUrl}/proofs/${id}`, { headers })).status === 200),
  );
  return ids.filter((_, i) => !found[i]);
}

const backup = () => join(folder, "backup");

/** What happens to the files; `kept` is the folder in which all that was acknowledged before is found afterwards. */
const LOSSES: Readonly<Record<string, { file: string; lose: () => void; kept?: () => string }>> = {
  "the database is removed": { file: "service.sqlite", lose: () => rmSync(database()) },
  "its log is removed": { file: "service.sqlite-wal", lose: () => rmSync(database("-wal")) },
  "the index of its log is removed": {
    file: "service.sqlite-shm",
    lose: () => rmSync(database("-shm")),
    kept: data,
  },
  "a backup is restored without a stop": {
    file: "service.sqlite",
    lose: () => {
      for (const ending of ["", "-wal", "-shm"]) rmSync(database(ending));
      renameSync(backup(), database());
    },
    kept: data,
  },
  "a copy with the same content is moved in": {
    file: "service.sqlite",
    lose: () => {
      copyFileSync(database(), join(folder, "same"));
      renameSync(join(folder, "same"), database());
    },
    kept: data,
  },
  "the folder is moved away": {
    file: "service.lock",
    lose: () => renameSync(data(), join(folder, "moved")),
    kept: () => join(folder, "moved"),
  },
  "a copy of the folder is in its place": {
    file: "service.lock",
    lose: () => {
      renameSync(data(), join(folder, "moved"));
      cpSync(join(folder, "moved"), data(), { recursive: true });
    },
    kept: () => join(folder, "moved"),
  },
  "the lock is removed": { file: "service.lock", lose: () => rmSync(data("service.lock")), kept: data },
};

test.each(Object.entries(LOSSES))(
  "%s: nothing is acknowledged any more, and the service ends with the reason",
  async (_, { file, lose, kept }) => {
    const { service, key } = await start();
    const before = [await acknowledged(service, key), await acknowledged(service, key)];
    sql(`VACUUM INTO '${backup()}'`);
    lose();
    const after: (string | null)[] = [];
    const ready: number[] = [];
    await until(async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => acknowledged(service, key)));
      after.push(...answers);
      if (service.process.exitCode === null) ready.push(await statusOf(`${service.opsUrl}/readyz`));
      return service.process.exitCode !== null || after.length > 2_000;
    }, 60_000);
    expect(after.filter((id) => id !== null)).toEqual([]);
    expect(ready).not.toContain(200);
    expect(service.process.exitCode).toBe(1);
    const reason = `SVC_DATA_DIR: ${file} was removed or replaced while the service ran`;
    expect(service.output()).toContain(`svc-proof: ${reason}\n`);
    expect(service.output()).toMatch(new RegExp(`"level":"fatal".*"msg":"${reason}"`));
    if (kept === undefined) return;
    // That a start on what is left serves them is shown below.
    const records = await openSqliteRecords(dataDirAt(kept()).databasePath);
    const found = await Promise.all(before.map((id) => records.proofs.find(id!)));
    await records.close();
    expect(found).not.toContain(null);
  },
);

test("a start without the log is refused with the remedy, and goes on when the log is back", async () => {
  const { service, key } = await start();
  const id = await acknowledged(service, key);
  await service.end("SIGKILL");
  const log = join(folder, "log");
  renameSync(database("-wal"), log);
  const without = spawnService({ SVC_DATA_DIR: data() });
  instances.push(without);
  await until(() => without.process.exitCode !== null, 60_000);
  expect(without.process.exitCode).toBe(1);
  expect(without.output()).toMatch(/svc-proof: SVC_DATA_DIR: .*service\.sqlite is missing or empty: .*-wal/);
  for (const ending of ["-wal", "-shm"]) rmSync(database(ending), { force: true });
  renameSync(log, database("-wal"));
  const again = await start();
  expect(await missing(again.service, again.key, [id!])).toEqual([]);
  expect(await again.service.end("SIGTERM")).toBe(0);
  expect(statSync(database("-wal"), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
});

test("a damaged database is not ready, says what to do, in the log once, and is read as far as it can be", async () => {
  const first = await start();
  const id = await acknowledged(first.service, first.key);
  // Pages that nothing asks for.
  sql(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO progress (name, reached) SELECT printf('%d%4000s', i, ''), 0 FROM n`);
  expect(await first.service.end("SIGTERM")).toBe(0);
  const bytes = readFileSync(database());
  writeFileSync(database(), bytes.fill(0, bytes.length - 500_000));
  const service = spawnService({ SVC_DATA_DIR: data() });
  instances.push(service);
  const reasons = async () => (await (await fetch(`${service.opsUrl}/readyz`)).json()).reasons;
  await until(() => service.output().includes("the store accepts no writes"), 60_000);
  await until(() => service.baseUrl !== "" || service.process.exitCode !== null, 60_000);
  await until(async () => !/is starting|not asked yet/.test((await reasons()).join()), 60_000);
  expect(await reasons()).toEqual([
    expect.stringMatching(/^the database is damaged: stop the service and restore/),
  ]);
  expect(await service.metrics("svc_store_integrity")).toEqual({ svc_store_integrity: 0 });
  expect(await acknowledged(service, first.key)).toBeNull();
  expect(await missing(service, first.key, [id!])).toEqual([]);
  expect(await service.metrics("svc_store_available")).toEqual({
    'svc_store_available{need="reads"}': 1,
    'svc_store_available{need="writes"}': 0,
  });
  const told = service.output().match(/^\{.*"level":"error".*the database is damaged.*SQLITE_CORRUPT.*$/gm);
  expect(told).toHaveLength(1);
});

test("what was acknowledged while the folder was moved away is in it", async () => {
  const { service, key } = await start();
  const ids: string[] = [];
  let moved = false;
  const clients = Array.from({ length: 8 }, async () => {
    while (service.process.exitCode === null) {
      const id = await acknowledged(service, key);
      if (id !== null) ids.push(id);
      else if (moved) return;
    }
  });
  await until(() => ids.length > 20, 60_000);
  LOSSES["the folder is moved away"]!.lose();
  moved = true;
  await Promise.all(clients);
  await until(() => service.process.exitCode !== null, 60_000);
  const again = await start(join(folder, "moved"));
  expect(await missing(again.service, again.key, ids)).toEqual([]);
});

test("the service goes on beside others that use its files", async () => {
  const runs = async (program: string, args: readonly string[]) =>
    expect(await run(program, args, { SVC_DATA_DIR: data() })).toMatchObject({ status: 0 });
  const admin = join(root, "service/dist/admin/main.js");
  const beside: Record<string, () => unknown> = {
    "a log that is emptied": () => sql("PRAGMA wal_checkpoint(TRUNCATE)"),
    "a backup": () => runs(SQLITE, [database(), `.backup ${backup()}`]),
    "a database that is packed": () => sql("VACUUM"),
    "the admin command line": () => runs(process.execPath, [admin, "account", "create", "--plan", "free"]),
    "a copy of its files": () => {
      for (const ending of ["", "-wal", "-shm"])
        copyFileSync(database(ending), join(folder, `copy${ending}`));
      truncateSync(join(folder, "copy"), 0);
    },
  };
  if (spawnSync(SQLITE, ["--version"]).status !== 0) {
    console.warn("SKIPPED: expected sqlite3 to be installed");
    delete beside["a backup"];
  }
  const { service, key } = await start();
  const ids = [await acknowledged(service, key)];
  for (let i = 0; i < 2; i++) {
    for (const [what, happen] of Object.entries(beside)) {
      await happen();
      ids.push(await acknowledged(service, key));
      expect(ids, what).not.toContain(null);
      expect(await statusOf(`${service.opsUrl}/readyz`), what).toBe(200);
    }
    rmSync(backup(), { force: true });
  }
  expect(await missing(service, key, ids as string[])).toEqual([]);
  expect(await service.end("SIGTERM")).toBe(0);
});
