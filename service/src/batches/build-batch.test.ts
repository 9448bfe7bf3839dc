import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { newCaller } from "../records/account.testing.js";
import { openSqliteRecords, type Records } from "../records/records.js";
import { newRegistration } from "../records/registration.testing.js";
import { buildBatch } from "./build-batch.js";

const INTERVAL_MS = 60_000;

let folder: string;
let store: Records;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-seal-"));
  store = await openSqliteRecords(join(folder, "service.sqlite"));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

async function register(receivedAt: Date): Promise<void> {
  await store.proofs.register(newRegistration(await newCaller(store), { receivedAt, dailyLimit: 10 }));
}

it.each([
  ["has waited the interval", -INTERVAL_MS, 10, true],
  ["has waited less", -INTERVAL_MS / 2, 10, false],
  ["was received by an instance whose clock is 5 s ahead", 5_000, 10, false],
  ["was received before the clock was set back", 2 * INTERVAL_MS, 10, true],
  ["fills a batch", 0, 1, true],
])("a proof that %s", async (_, receivedInMs, batchMaxLeaves, isDue) => {
  await register(new Date(Date.now() + receivedInMs));
  const lease = (await store.leases.acquire("batch", "test", 60_000))!;
  const sealed = await buildBatch(store.batches, {
    lease,
    batchIntervalMs: INTERVAL_MS,
    batchMaxLeaves,
    chainIds: [1],
  });
  expect(sealed).toEqual(isDue ? expect.objectContaining({ number: 1, leafCount: 1 }) : null);
});
