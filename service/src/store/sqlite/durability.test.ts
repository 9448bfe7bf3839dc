/** Acknowledged writes survive SIGKILL of the process that wrote them. Runs the compiled store in a child process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { COMPILED_SERVICE, compileService } from "../../compile-service.testing.js";
import { openSqliteStore } from "./sqlite-store.js";

const COMPILED_STORE = new URL("store/sqlite/sqlite-store.js", COMPILED_SERVICE).href;

/** Registers 64 proofs at a time, forever, and prints each identifier once it is acknowledged. */
const WRITER = `
  import { randomBytes, randomUUID } from "node:crypto";
  import { writeSync } from "node:fs";
  const { openSqliteStore } = await import(${JSON.stringify(COMPILED_STORE)});
  const store = await openSqliteStore(process.argv[1]);
  const accountId = randomUUID();
  const keyId = randomUUID();
  const now = new Date();
  const audit = () => ({ id: randomUUID(), accountId, at: now, actor: { kind: "service" }, action: "test.act",
    subject: null, details: {} });
  await store.accounts.createAccount(
    { id: accountId, plan: "pro", createdAt: now, label: null, displayName: null, showsDisplayName: false,
      disabledAt: null }, null, audit());
  await store.accounts.createKey(
    { id: keyId, accountId, name: "", secretHash: randomBytes(32).toString("hex"), createdAt: now }, 5, audit());
  const register = async () => {
    const id = randomUUID();
    await store.proofs.register({
      id, certificateId: randomUUID(), accountId, origin: "api", keyId, idempotencyKey: id,
      hash: randomBytes(32).toString("hex"), name: "n", metadata: null, size: null, mimeType: "a/b",
      receivedAt: now, dailyLimit: 1e9, seal: null,
    });
    writeSync(1, id + "\\n");
  };
  for (;;) await Promise.all(Array.from({ length: 64 }, register));
`;

let folder: string;

beforeAll(compileService);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-durability-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("loses no acknowledged proof to SIGKILL, and keeps the order of receipt without gaps", async () => {
  const path = join(folder, "service.sqlite");
  const acknowledged = new Set<string>();
  for (const killAfter of [1, 200, 777]) {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", WRITER, path], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const closed = once(child, "close");
    let seen = 0;
    for await (const id of createInterface(child.stdout)) {
      acknowledged.add(id);
      if (++seen === killAfter) child.kill("SIGKILL");
    }
    expect(await closed).toEqual([null, "SIGKILL"]);

    const store = await openSqliteStore(path);
    for (const id of acknowledged) expect((await store.proofs.find(id))?.id).toBe(id);
    const lease = (await store.leases.acquire("test", "test", 60_000))!;
    const slice = (await store.batches.peekQueue(lease, 1_000_000))!;
    const queued = await store.batches.readQueue(slice, 0, slice.count);
    expect(slice.count).toBeGreaterThanOrEqual(acknowledged.size);
    expect(queued).toHaveLength(slice.count);
    await store.close();
  }
});
