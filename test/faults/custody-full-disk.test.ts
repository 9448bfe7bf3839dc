/**
 * Custody on a full disk, in a process of its own: a file system of 8 MB if one can be mounted,
 * otherwise a system limit on file size. Either way the kernel returns the error.
 */

import { spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSqliteRecords } from "../../service/src/records/records.js";
import { newAccount } from "../contract/api-service.js";
import { ANCHOR_KEY, type Instance, startInstance } from "../e2e/instance.js";
import { ended } from "../e2e/sandbox.js";

const DISK_BYTES = 8_388_608;

const folder = mkdtempSync(join(tmpdir(), "svc-full-disk-"));
const disk = join(folder, "disk");
let isMounted = false;
let instance: Instance;
let key: string;

beforeAll(async () => {
  mkdirSync(disk);
  isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", disk]).status === 0;
  if (!isMounted)
    console.warn("no file system can be mounted here: a limit on the size of files takes its place");
  const store = await openSqliteRecords(join(folder, "service.sqlite"));
  ({ key } = await newAccount(store, "pro"));
  await store.close();
  instance = await startInstance({
    SVC_DATA_DIR: folder,
    SVC_RPC_URL: "http://127.0.0.1:1",
    SVC_CHAIN_ID: "1",
    SVC_ANCHOR_KEY: ANCHOR_KEY,
    SVC_CALENDAR_URLS: "off",
    SVC_CUSTODY: "on",
    SVC_CUSTODY_KEY: randomBytes(32).toString("hex"),
    SVC_CUSTODY_DIR: join(disk, "originals"),
    SVC_CUSTODY_PURGE_MS: "200",
    SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
    SVC_LOG_LEVEL: "error",
  });
  if (!isMounted) {
    const { pid } = instance.process;
    expect(spawnSync("prlimit", [`--fsize=${DISK_BYTES}`, "--pid", String(pid)]).status).toBe(0);
  }
});
afterAll(async () => {
  await instance?.end("SIGTERM");
  if (isMounted) await ended(spawn("umount", [disk]), "SIGCONT");
  rmSync(folder, { recursive: true, force: true });
});

const headers = () => ({ authorization: `Bearer ${key}` });
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${instance.baseUrl}${path}`, { ...init, headers: { ...headers(), ...init.headers } });

async function deposit(bytes: Buffer<ArrayBuffer>): Promise<{ id: string; answer: Response }> {
  const made = await ask("/proofs", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ hash: createHash("sha256").update(bytes).digest("hex") }),
  });
  const { id } = (await made.json()) as { id: string };
  return { id, answer: await ask(`/proofs/${id}/original`, { method: "PUT", body: bytes }) };
}

it("answers 502, keeps nothing partial, goes on serving, and takes originals again once there is space", async () => {
  const small = randomBytes(2_000_000);
  const first = await deposit(small);
  expect(first.answer.status).toBe(201);
  for (let i = 0; i < 3; i++) {
    const { id, answer } = await deposit(randomBytes(12_000_000));
    expect(answer.status).toBe(502);
    expect(((await answer.json()) as { error: { code: string } }).error.code).toBe("unavailable");
    expect((await ask(`/proofs/${id}/original`)).status).toBe(404);
  }
  const { custody } = (await (await ask("/account")).json()) as { custody: { used_bytes: number } };
  expect(custody.used_bytes).toBe(small.length);
  expect(readdirSync(join(disk, "originals", "incoming"))).toEqual([]);
  const served = await ask(`/proofs/${first.id}/original`);
  expect(Buffer.from(await served.arrayBuffer()).equals(small)).toBe(true);
  expect((await deposit(randomBytes(4_000_000))).answer.status).toBe(201);
});
