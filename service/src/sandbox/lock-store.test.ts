import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqliteRecords } from "../records/open-records.js";
import type { LeaseStore, Records } from "../records/records.js";
import { lockStore, StoreLockedError } from "./lock-store.js";

describe("lockStore", () => {
  let folder: string;
  let store: Records;
  const noLoss = (error: Error): never => {
    throw error;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-lock-"));
    store = await openSqliteRecords(join(folder, "service.sqlite"));
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  it("gives the store to one sandbox until it is released, and to the same one again at any time", async () => {
    const lock = (holder: string) => lockStore(store.leases, { holder, leaseMs: 60_000, onLost: noLoss });
    const killed = await lock("a");
    await expect(lock("b")).rejects.toThrow(StoreLockedError);
    const release = await lock("a");
    await release();
    await (await lock("b"))();
    await killed();
  });

  it("stays valid beyond its lease while its process runs", async () => {
    const leaseMs = 1_500;
    const release = await lockStore(store.leases, { holder: "a", leaseMs, onLost: noLoss });
    const until = performance.now() + 1.5 * leaseMs;
    while (performance.now() < until) {
      expect(await store.leases.acquire("sandbox-chain", "b", leaseMs)).toBe(null);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await release();
  });

  it("reports once when another one has taken the store", async () => {
    const losses: Error[] = [];
    const release = await lockStore(store.leases, {
      holder: "a",
      leaseMs: 60,
      onLost: (error) => losses.push(error),
    });
    // As after a pause: its lease has ended, and another process has taken it. Retried if "a" renewed its lease
    // meanwhile.
    for (let taken = null; taken === null; ) {
      const held = await store.leases.acquire("sandbox-chain", "a", 60);
      if (held !== null) await store.leases.release(held);
      taken = await store.leases.acquire("sandbox-chain", "b", 60_000);
    }
    await expect.poll(() => losses).toEqual([new StoreLockedError()]);
    await release();
    expect(await store.leases.acquire("sandbox-chain", "c", 60), "what is another's is not released").toBe(
      null,
    );
    expect(losses).toHaveLength(1);
  });

  describe("on a store that takes longer to answer than a lease lasts", () => {
    const leaseMs = 60;
    const slow = (): LeaseStore => ({
      acquire: async (...words) => {
        const lease = await store.leases.acquire(...words);
        await new Promise((resolve) => setTimeout(resolve, 2 * leaseMs));
        return lease;
      },
      release: (lease) => store.leases.release(lease),
    });

    it("reports a loss once", async () => {
      const losses: Error[] = [];
      const release = await lockStore(slow(), {
        holder: "a",
        leaseMs,
        onLost: (error) => losses.push(error),
      });
      for (let taken = null; taken === null; )
        taken = await store.leases.acquire("sandbox-chain", "b", 60_000);
      await expect.poll(() => losses.length).toBeGreaterThan(0);
      // What was asked before is answered by now.
      await new Promise((resolve) => setTimeout(resolve, 4 * leaseMs));
      expect(losses).toEqual([new StoreLockedError()]);
      await release();
    });

    it("is not taken again by what was asked before its release", async () => {
      for (let round = 0; round < 5; round++) {
        const release = await lockStore(slow(), { holder: "a", leaseMs: 60_000, onLost: noLoss });
        await release();
        const renewed = await lockStore(slow(), { holder: "a", leaseMs: 3 * leaseMs, onLost: noLoss });
        await new Promise((resolve) => setTimeout(resolve, leaseMs + 10 * round));
        await renewed();
        expect(await store.leases.acquire("sandbox-chain", "b", 60_000)).not.toBe(null);
        await store.leases.release((await store.leases.acquire("sandbox-chain", "b", 60_000))!);
      }
    });
  });
});
