import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSqliteRecords, type Records } from "../records/records.js";
import type { Lease } from "../records/types.js";
import { LeaseLostError } from "../store/store.js";
import { JobLease, JobLoop, LeaseLapsedError, type RunResult } from "./job.js";

describe("job lease", () => {
  const LONG_MS = 600_000;

  describe("JobLease", () => {
    let folder: string;
    let store: Records;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), "svc-lease-"));
      store = await openSqliteRecords(join(folder, "service.sqlite"));
    });
    afterEach(async () => {
      await store.close();
      await rm(folder, { recursive: true });
    });

    const never = new AbortController().signal;
    const jobLease = (holder: string, leaseMs: number) =>
      new JobLease({ leases: store.leases, name: "job", holder, leaseMs });
    const nothing = async () => {};
    /** Work that ends only on demand. */
    const endless = (_: Lease, signal: AbortSignal) =>
      new Promise<void>((_, reject) =>
        signal.addEventListener("abort", () => reject(new Error("cut short"))),
      );

    it("does nothing while another process holds the lease, and the work once it is free", async () => {
      const [first, second] = [jobLease("first", LONG_MS), jobLease("second", LONG_MS)];
      const work = vi.fn(nothing);
      expect(await first.run(never, nothing)).toBe(true);
      expect(await second.run(never, work)).toBe(false);
      expect(work).not.toHaveBeenCalled();
      await first.release();
      expect(await second.run(never, work)).toBe(true);
      expect(work).toHaveBeenCalledOnce();
      expect(await first.run(never, nothing)).toBe(false);
      await first.release();
      expect(await first.run(never, nothing)).toBe(false);
    });

    it("works under one token from run to run", async () => {
      const lease = jobLease("first", LONG_MS);
      const tokens: number[] = [];
      for (let i = 0; i < 3; i++) {
        await lease.run(never, async ({ token }) => {
          tokens.push(token);
        });
      }
      expect(new Set(tokens).size).toBe(1);
    });

    it("prolongs the lease while the work lasts", async () => {
      // A third of it is more than a busy machine takes away.
      const leaseMs = 3_000;
      let answered = () => {};
      const acquire: Records["leases"]["acquire"] = async (...asked) => {
        const lease = await store.leases.acquire(...asked);
        answered();
        return lease;
      };
      const leases = { acquire, release: (lease: Lease) => store.leases.release(lease) };
      const startedAtMs = performance.now();
      const ran = new JobLease({ leases, name: "job", holder: "first", leaseMs }).run(
        never,
        async (_, signal) => {
          while (performance.now() - startedAtMs < leaseMs) {
            await new Promise<void>((resolve) => {
              answered = resolve;
            });
            expect(await store.leases.acquire("job", "second", LONG_MS)).toBeNull();
            expect(signal.aborted).toBe(false);
          }
        },
      );
      expect(await ran).toBe(true);
    });

    it("ends the work when another process has taken over the lease", async () => {
      const lease = jobLease("first", 300);
      const run = lease.run(never, async (held, signal) => {
        await store.leases.release(held);
        expect(await store.leases.acquire("job", "second", LONG_MS)).not.toBeNull();
        await endless(held, signal);
      });
      await expect(run).rejects.toThrow(LeaseLostError);
      expect(await lease.run(never, nothing)).toBe(false);
    });

    it("ends the work with the lease when the store does not answer", async () => {
      const leaseMs = 300;
      const startedAtMs = performance.now();
      const run = jobLease("first", leaseMs).run(never, async (held, signal) => {
        await store.close();
        await endless(held, signal);
      });
      await expect(run).rejects.toThrow(LeaseLapsedError);
      expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(leaseMs - 1);
    });

    it("reports that the lease was lost when the work itself notices", async () => {
      const lease = jobLease("first", LONG_MS);
      const lost = new LeaseLostError("found out");
      await expect(lease.run(never, () => Promise.reject(lost))).rejects.toBe(lost);
      const failed = new Error("of the work");
      await expect(lease.run(never, () => Promise.reject(failed))).rejects.toBe(failed);
    });

    it("ends the work at a stop, with the reason of the stop", async () => {
      const stopping = new AbortController();
      const lease = jobLease("first", LONG_MS);
      const run = lease.run(stopping.signal, async (held, signal) => {
        setImmediate(() => stopping.abort(new Error("stop")));
        await endless(held, signal);
      });
      await expect(run).rejects.toThrow("stop");
      await lease.release();
      expect(await jobLease("second", LONG_MS).run(never, nothing)).toBe(true);
    });
  });
});

describe("job loop", () => {
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
});
