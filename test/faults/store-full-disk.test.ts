/** SQLite, and the service on it, on a full disk: a file system of its own, where one can be mounted. */

import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openSqliteRecords } from "../../service/src/records/records.js";
import { openSqlite } from "../../service/src/store/sqlite/open-sqlite.js";
import { type Store, StoreUnavailableError } from "../../service/src/store/store.js";
import { newAccount } from "../contract/api-service.js";
import { ANCHOR_KEY, type Instance, startInstance, statusOf } from "../e2e/instance.js";
import { until } from "../e2e/sandbox.js";

const folder = mkdtempSync(join(tmpdir(), "svc-full-disk-"));
const mounted = (name: string, size: string) => {
  const disk = join(folder, name);
  mkdirSync(disk);
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", disk]);
  return { disk, isMounted: status === 0 };
};
const { disk, isMounted } = mounted("store", "16m");
const { disk: dataDir } = mounted("service", "24m");
let instance: Instance | undefined;
afterAll(async () => {
  await instance?.end("SIGKILL");
  // The binding closes its files when it is collected.
  if (isMounted) for (const mount of [disk, dataDir]) spawnSync("umount", ["--lazy", mount]);
  rmSync(folder, { recursive: true, force: true });
});

const put = (store: Store, name: string) =>
  store.change("test.put", (rows) => rows.secrets.insert({ name, bytes: new Uint8Array(100_000) }));

it.skipIf(!isMounted)(
  "refuses changes while the disk is full, serves reads, and goes on when there is room",
  async () => {
    const ballast = join(disk, "ballast");
    writeFileSync(ballast, new Uint8Array(4_000_000));
    const store = await openSqlite(join(disk, "service.sqlite"));
    const acknowledged: string[] = [];
    let refusal: unknown;
    for (let i = 0; refusal === undefined; i++)
      await put(store, `${i}`).then(
        () => acknowledged.push(`${i}`),
        (error) => {
          refusal = error;
        },
      );
    expect(refusal).toBeInstanceOf(StoreUnavailableError);
    expect(acknowledged.length).toBeGreaterThan(10);
    await expect(put(store, "next")).rejects.toThrow(StoreUnavailableError);
    await store.ping("reads");
    rmSync(ballast);
    await put(store, "later");
    await store.ping("writes");
    const keys = [...acknowledged, "later"].map((name) => [name] as const);
    const found = await store.read("test.get", (rows) => rows.secrets.getMany(keys));
    expect(found.filter((row) => row === null)).toEqual([]);
    await store.close();
  },
);

it.skipIf(!isMounted)(
  "the service answers what needs no change while the disk is full, downloads too, and counts them later",
  async () => {
    const store = await openSqliteRecords(join(dataDir, "service.sqlite"));
    const { key } = await newAccount(store, "free");
    await store.close();
    instance = await startInstance({
      SVC_DATA_DIR: dataDir,
      SVC_RPC_URL: "http://127.0.0.1:1",
      SVC_CHAIN_ID: "1",
      SVC_ANCHOR_KEY: ANCHOR_KEY,
      SVC_CALENDAR_URLS: "off",
      SVC_CUSTODY: "on",
      SVC_CUSTODY_KEY: randomBytes(32).toString("hex"),
      SVC_CUSTODY_PURGE_MS: "200",
      SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
      SVC_LOG_LEVEL: "error",
    });
    const { baseUrl, opsUrl, output } = instance;
    const headers = { authorization: `Bearer ${key}` };
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${baseUrl}${path}`, { ...init, headers: { ...headers, ...init.headers } });
    const register = (bytes: Uint8Array) =>
      ask("/proofs", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ hash: createHash("sha256").update(bytes).digest("hex") }),
      });
    const bytes = randomBytes(10_000);
    const { id } = (await (await register(bytes)).json()) as { id: string };
    expect((await ask(`/proofs/${id}/original`, { method: "PUT", body: bytes })).status).toBe(201);

    const ballast = join(dataDir, "ballast");
    expect(() => {
      for (;;) appendFileSync(ballast, new Uint8Array(65_536));
    }).toThrow("ENOSPC");
    await until(async () => (await register(randomBytes(8))).status === 503, 60_000);
    for (const path of ["/proofs", `/proofs/${id}`, `/proofs/${id}/certificate.pdf`, "/account"])
      expect((await ask(path)).status, path).toBe(200);
    // The day's allowance holds, as without an outage.
    const left: (string | null)[] = [];
    for (let i = 0; i < 10; i++) {
      const served = await ask(`/proofs/${id}/original`);
      expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
      left.push(served.headers.get("x-svc-custody-downloads-remaining"));
    }
    expect(left.map(Number)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect((await ask(`/proofs/${id}/original`)).status).toBe(429);
    expect(await statusOf(`${opsUrl}/readyz`)).toBe(503);
    expect(output()).toMatch(/SQLITE_FULL.*the store accepts no writes/);

    rmSync(ballast);
    await until(async () => (await register(randomBytes(8))).status === 201, 60_000);
    const used = async () =>
      ((await (await ask("/account")).json()) as { custody: { downloads_used_today: number } }).custody
        .downloads_used_today;
    await until(async () => (await used()) === 10, 60_000);
    expect((await ask(`/proofs/${id}/original`)).status).toBe(429);
    expect(await instance.end("SIGTERM")).toBe(0);
    expect(statSync(join(dataDir, "service.sqlite-wal"), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  },
);
