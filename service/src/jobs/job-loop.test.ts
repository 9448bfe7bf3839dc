import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openSqliteRecords } from "../records/open-records.js";
import type { Records } from "../records/records.js";
import { JobLease } from "./job-lease.js";
import { JobLoop, type RunResult } from "./job-loop.js";

/** Short, so that another holder gets the lease while this one waits after a failure. */
const LEASE_MS = 60;
const INTERVAL_MS = 150;
const LONG_MS = 600_000;

class LampOutError extends Error {}

let folder: string;
let store: Records;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-loop-"));
  store = await openSqliteRecords(join(folder, "service.sqlite"));
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

it("ends an outage only with a run of its own, not because another process holds the lease", async () => {
  const told: string[] = [];
  const tell = (_: object, message: string) => told.push(message);
  const results: RunResult[] = [];
  const OUTAGE = "the lamp is out";
  let isLit = false;
  const loop = new JobLoop({
    name: "job",
    intervalMs: INTERVAL_MS,
    log: { info: tell, warn: tell, error: tell },
    lease: new JobLease({ leases: store.leases, name: "job", holder: "this", leaseMs: LEASE_MS }),
    run: async () => {
      if (!isLit) throw new LampOutError("it is dark");
    },
    outages: [{ error: LampOutError, level: "warn", message: OUTAGE }],
    onRun: (_, result) => results.push(result),
  });
  const ran = (result: RunResult, after = 0) =>
    vi.waitFor(() => expect(results.slice(after)).toContain(result), { timeout: 60_000, interval: 5 });
  const STANDS_BY = expect.stringContaining("standing by");
  const TAKES_OVER = expect.stringContaining("from now on");
  try {
    await ran("failed");
    const other = await vi.waitFor(
      async () => {
        const lease = await store.leases.acquire("job", "other", LONG_MS);
        expect(lease).not.toBeNull();
        return lease!;
      },
      { timeout: 60_000, interval: 5 },
    );
    await ran("stood_by");
    expect(told).toEqual([OUTAGE, STANDS_BY]);
    // The same outage continues, so it is not logged again.
    const before = results.length;
    await store.leases.release(other);
    await ran("failed", before);
    expect(told.filter((message) => message === OUTAGE || message === "recovered")).toEqual([OUTAGE]);
    isLit = true;
    await ran("done");
    await vi.waitFor(() => expect(told).toEqual([OUTAGE, STANDS_BY, TAKES_OVER, "recovered"]), {
      timeout: 60_000,
    });
  } finally {
    await loop.stop();
  }
});
