import { expect, it, vi } from "vitest";
import { recordsOn } from "../records/records.js";
import { guardedStore } from "../store/guard.js";
import { openMemoryStore } from "../store/memory-store.testing.js";
import { SqlError } from "../store/sqlite/connection.js";
import { StoreUnavailableError } from "../store/store.js";
import { Metrics } from "./metrics.js";
import { observedRecords, storeObserver } from "./observed-records.js";
import { storeOutages } from "./store-outages.js";

/** Records in memory as the service has them, and their metrics. */
function observed() {
  const metrics = new Metrics();
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const observer = storeObserver(metrics);
  const guarded = guardedStore(openMemoryStore(), { ...storeOutages(log, metrics), observer });
  const samples = async (prefix: string): Promise<Record<string, number>> => {
    const lines = (await metrics.registry.metrics()).split("\n").filter((line) => line.startsWith(prefix));
    return Object.fromEntries(
      lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
    );
  };
  return { store: observedRecords(recordsOn(guarded), metrics), samples };
}

it("begins the series of all methods at 0, and times each change and read by its name", async () => {
  const { store, samples } = observed();
  const errors = await samples("svc_store_errors_total");
  for (const operation of ["orders.place", "leases.acquire", "audit.list", "rates.add", "ping"])
    for (const kind of ["unavailable", "lease_lost", "other"])
      expect(errors[`svc_store_errors_total{operation="${operation}",kind="${kind}"}`]).toBe(0);
  await store.orders.listOpen();
  await store.rates.add("a", 1, 1_000);
  await store.accounts.sealBalance("00000000-0000-4000-8000-000000000000");
  const counts = await samples("svc_store_operation_duration_seconds_count");
  expect(counts).toMatchObject({
    'svc_store_operation_duration_seconds_count{operation="orders.listOpen"}': 1,
    'svc_store_operation_duration_seconds_count{operation="rates.add"}': 1,
    'svc_store_operation_duration_seconds_count{operation="accounts.sealBalance"}': 1,
  });
  expect(Object.keys(errors).filter((series) => series.includes("standingAccount"))).toEqual([]);
  await store.close();
});

it("counts failures by kind and passes them on", async () => {
  const { store, samples } = observed();
  await store.close();
  await expect(store.ping()).rejects.toThrow("closed");
  await expect(store.orders.listOpen()).rejects.toThrow("closed");
  const failed = Object.entries(await samples("svc_store_errors_total")).filter(([, count]) => count > 0);
  expect(failed.map(([series]) => series).toSorted()).toEqual([
    'svc_store_errors_total{operation="orders.listOpen",kind="unavailable"}',
    'svc_store_errors_total{operation="ping",kind="unavailable"}',
  ]);
});

it("logs a fault that pings do not meet once, by its code, until none has come for a minute", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const told: unknown[] = [];
  const note = (fields: object) => void told.push((fields as { err: Error }).err.message);
  const { onFault } = storeOutages({ info: note, warn: note, error: note }, new Metrics());
  const fail = (code: string) =>
    onFault(new StoreUnavailableError(code, { cause: new SqlError(code, code) }));
  for (let i = 0; i < 3; i++) {
    fail("SQLITE_IOERR_READ");
    fail("SQLITE_BUSY");
    vi.advanceTimersByTime(30_000);
  }
  expect(told).toEqual(["SQLITE_IOERR_READ", "SQLITE_BUSY"]);
  vi.advanceTimersByTime(30_001);
  fail("SQLITE_BUSY");
  expect(told).toHaveLength(3);
  vi.useRealTimers();
});

it("shows whether this instance holds a lease", async () => {
  const { store, samples } = observed();
  const held = async () => (await samples("svc_lease_held"))['svc_lease_held{lease="batch"}'];
  const lease = await store.leases.acquire("batch", "this", 60_000);
  expect(await held()).toBe(1);
  await store.leases.release(lease!);
  expect(await held()).toBe(0);
  await store.leases.acquire("batch", "other", 60_000);
  expect(await store.leases.acquire("batch", "this", 60_000)).toBeNull();
  expect(await held()).toBe(0);
  await store.close();
});
