import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSqliteRecords } from "../records/open-records.js";
import type { Records } from "../records/records.js";
import type { Lease } from "../records/types.js";
import { LeaseLostError } from "../store/store.js";
import { JobLease, LeaseLapsedError } from "./job-lease.js";

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
    new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(new Error("cut short"))));

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
