import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anyAudit, newAccount, newKey } from "../store/account.testing.js";
import { openSqliteStore } from "../store/sqlite/sqlite-store.js";
import type { Registration, Store } from "../store/store.js";
import { Metrics } from "./metrics.js";
import { observedStore } from "./observed-store.js";

describe("observedStore", () => {
  let folder: string;
  let plain: Store;
  let store: Store;
  let metrics: Metrics;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "svc-observed-"));
    plain = await openSqliteStore(join(folder, "service.sqlite"));
    metrics = new Metrics();
    store = observedStore(plain, metrics);
  });
  afterEach(async () => {
    await store.close().catch(() => {});
    await rm(folder, { recursive: true });
  });

  /** The samples of metrics with a name prefix. */
  async function samples(prefix: string): Promise<Record<string, number>> {
    const lines = (await metrics.registry.metrics()).split("\n");
    return Object.fromEntries(
      lines
        .filter((line) => line.startsWith(prefix))
        .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
    );
  }

  async function register(changes: Partial<Registration> = {}): Promise<string> {
    const accountId = randomUUID();
    await store.accounts.createAccount(newAccount({ id: accountId }), null, anyAudit());
    const keyId = randomUUID();
    await store.accounts.createKey(newKey(accountId, { id: keyId }), 5, anyAudit());
    const { outcome } = await store.proofs.register({
      id: randomUUID(),
      certificateId: randomUUID(),
      accountId,
      origin: "api",
      keyId,
      idempotencyKey: null,
      hash: "cd".repeat(32),
      name: "contract.pdf",
      metadata: null,
      size: null,
      mimeType: "application/pdf",
      receivedAt: new Date(Date.now() - 60_000),
      dailyLimit: 10,
      seal: null,
      ...changes,
    });
    return outcome;
  }

  it("counts registrations by outcome and times each operation, without their content", async () => {
    expect(await register()).toBe("created");
    expect(await samples("svc_registrations_total")).toEqual({
      'svc_registrations_total{outcome="created"}': 1,
      'svc_registrations_total{outcome="existing"}': 0,
      'svc_registrations_total{outcome="quota_exceeded"}': 0,
      'svc_registrations_total{outcome="owned"}': 0,
      'svc_registrations_total{outcome="foreign"}': 0,
      'svc_registrations_total{outcome="no_seal_left"}': 0,
    });
    const counts = await samples("svc_store_operation_duration_seconds_count");
    expect(counts['svc_store_operation_duration_seconds_count{operation="proofs.register"}']).toBe(1);
    expect(await metrics.registry.metrics()).not.toMatch(/contract|cdcd/);
  });

  it("reports the queue while this instance has the lease, and nothing once another has it", async () => {
    await register();
    expect(await samples("svc_queue")).toEqual({});
    const lease = (await store.leases.acquire("batch", "this", 1_000))!;
    expect(await store.batches.peekQueue(lease, 100)).toMatchObject({ count: 1 });
    const seen = await samples("svc_queue");
    expect(seen["svc_queue_length"]).toBe(1);
    expect(seen["svc_queue_oldest_age_seconds"]).toBeGreaterThanOrEqual(60);
    expect(await samples("svc_lease_held")).toMatchObject({ 'svc_lease_held{lease="batch"}': 1 });
    await store.leases.release(lease);
    expect(await samples("svc_lease_held")).toMatchObject({ 'svc_lease_held{lease="batch"}': 0 });
    await plain.leases.acquire("batch", "other", 60_000);
    expect(await store.leases.acquire("batch", "this", 1_000)).toBe(null);
    expect(await samples("svc_queue")).toEqual({});
  });

  it("reports unconfirmed batches", async () => {
    await register();
    const lease = (await store.leases.acquire("batch", "this", 60_000))!;
    const slice = (await store.batches.peekQueue(lease, 100))!;
    const anchoring = (await store.leases.acquire("anchor", "this", 60_000))!;
    const built = { id: randomUUID(), root: "ef".repeat(32), leafCount: 1, chainIds: [1] };
    expect(await store.batches.commit(slice, { ...built, createdAt: new Date(Date.now() - 5_000) })).toBe(
      true,
    );
    expect(await store.batches.takeUnfinished(anchoring)).toHaveLength(1);
    const seen = await samples("svc_unconfirmed");
    expect(seen['svc_unconfirmed_batches{state="batched"}']).toBe(1);
    expect(seen['svc_unconfirmed_batches{state="anchored"}']).toBe(0);
    expect(seen["svc_unconfirmed_oldest_age_seconds"]).toBeGreaterThanOrEqual(5);
    expect(await store.batches.peekQueue(lease, 100)).toBe(null);
    expect((await samples("svc_queue"))["svc_queue_length"]).toBe(0);
  });

  it("reports batches without a Bitcoin block while this instance has the lease", async () => {
    await register();
    const lease = (await store.leases.acquire("batch", "this", 60_000))!;
    const slice = (await store.batches.peekQueue(lease, 100))!;
    const id = randomUUID();
    const createdAt = new Date(Date.now() - 5_000);
    await store.batches.commit(slice, { id, root: "ef".repeat(32), leafCount: 1, chainIds: [1], createdAt });
    const attesting = (await store.leases.acquire("attest", "this", 1_000))!;
    expect(await samples("svc_unattested")).toEqual({});
    const [due] = await store.attestations.takeDue(attesting, new Date(), 10);
    const counts = async () => {
      const seen = await samples("svc_unattested_batches");
      return ["pending", "submitted"].map((state) => seen[`svc_unattested_batches{state="${state}"}`]);
    };
    expect(await counts()).toEqual([1, 0]);
    const move = (from: "pending" | "submitted", state: "submitted" | "confirmed") => {
      const blockHeight = state === "confirmed" ? 7 : null;
      // Nothing is due for a long time, so the next round does not see it.
      const dueAt = new Date(Date.now() + 3_600_000);
      return store.attestations.replace(attesting, id, from, {
        ...due!.attestation,
        state,
        blockHeight,
        dueAt,
      });
    };
    expect(await move("pending", "submitted")).toBe(true);
    expect(await store.attestations.takeDue(attesting, new Date(), 10)).toEqual([]);
    expect(await counts()).toEqual([0, 1]);
    const oldest = async () => (await samples("svc_unattested_oldest"))["svc_unattested_oldest_age_seconds"];
    expect(await oldest()).toBeGreaterThanOrEqual(5);
    // A failed write must not count.
    expect(await move("pending", "confirmed")).toBe(false);
    expect(await counts()).toEqual([0, 1]);
    expect(await move("submitted", "confirmed")).toBe(true);
    expect([await counts(), await oldest()]).toEqual([[0, 0], 0]);
    await store.leases.release(attesting);
    await plain.leases.acquire("attest", "other", 60_000);
    await store.leases.acquire("attest", "this", 1_000);
    expect(await samples("svc_unattested")).toEqual({});
  });

  it("reports sets of stamps without a Bitcoin block while this instance has the lease", async () => {
    const attesting = (await store.leases.acquire("attest", "this", 1_000))!;
    const digest = "ab".repeat(32);
    await store.stamps.request([digest]);
    const { setNumber } = (await store.stamps.peek(attesting, 10))!;
    const createdAt = new Date(Date.now() - 5_000);
    const members = [{ digest, nonce: new Uint8Array(16) }];
    await store.stamps.commit(attesting, setNumber, { root: "cd".repeat(32), members, createdAt });
    await store.attestations.takeDue(attesting, new Date(), 10);
    const [due] = await store.stamps.takeDue(attesting, new Date(), 10);
    const told = async () => {
      const seen = await samples("svc_unattested_stamp");
      const states = ["pending", "submitted"].map(
        (state) => seen[`svc_unattested_stamp_sets{state="${state}"}`],
      );
      return [...states, (seen["svc_unattested_stamps_oldest_age_seconds"] ?? 0) >= 5];
    };
    expect(await told()).toEqual([1, 0, true]);
    const move = (from: "pending" | "submitted", state: "submitted" | "confirmed") =>
      store.stamps.replace(attesting, setNumber, from, { ...due!.attestation, state });
    expect(await move("submitted", "confirmed")).toBe(false);
    expect(await told()).toEqual([1, 0, true]);
    expect(await move("pending", "submitted")).toBe(true);
    expect(await told()).toEqual([0, 1, true]);
    expect(await move("submitted", "confirmed")).toBe(true);
    expect(await told()).toEqual([0, 0, false]);
    await store.leases.release(attesting);
    await plain.leases.acquire("attest", "other", 60_000);
    await store.leases.acquire("attest", "this", 1_000);
    expect(await samples("svc_unattested")).toEqual({});
  });

  it("counts failures by kind and passes them on", async () => {
    const failures = async () =>
      Object.entries(await samples("svc_store_errors_total")).filter(([, count]) => count > 0);
    await expect(store.proofs.list(randomUUID(), 1, randomUUID())).rejects.toThrow(RangeError);
    expect(await failures()).toEqual([]);
    await store.close();
    await expect(store.ping()).rejects.toThrow();
    expect(await failures()).toEqual([['svc_store_errors_total{operation="ping",kind="unavailable"}', 1]]);
  });

  it("begins all series at 0, so that a first failure is an increase", async () => {
    expect(await samples("svc_lease_held")).toEqual({
      'svc_lease_held{lease="batch"}': 0,
      'svc_lease_held{lease="trust-list"}': 0,
      'svc_lease_held{lease="people"}': 0,
      'svc_lease_held{lease="anchor"}': 0,
      'svc_lease_held{lease="revocation"}': 0,
      'svc_lease_held{lease="seal"}': 0,
      'svc_lease_held{lease="attest"}': 0,
      'svc_lease_held{lease="headers"}': 0,
      'svc_lease_held{lease="custody"}': 0,
      'svc_lease_held{lease="witness"}': 0,
    });
    expect(await samples("svc_witnesses_total")).toEqual({
      'svc_witnesses_total{result="kept"}': 0,
      'svc_witnesses_total{result="block_missing"}': 0,
      'svc_witnesses_total{result="endpoint"}': 0,
      'svc_witnesses_total{result="header_rules"}': 0,
      'svc_witnesses_total{result="transactions"}': 0,
      'svc_witnesses_total{result="refused"}': 0,
    });
    const errors = await samples("svc_store_errors_total");
    for (const operation of [
      "proofs.register",
      "batches.commit",
      "leases.acquire",
      "accounts.findKey",
      "ping",
    ])
      for (const kind of ["unavailable", "lease_lost", "other"])
        expect(errors[`svc_store_errors_total{operation="${operation}",kind="${kind}"}`]).toBe(0);
    const runs = await samples("svc_job_runs_total");
    for (const job of ["batch", "anchor", "witness", "attest", "headers", "seal", "custody"])
      for (const result of ["done", "failed", "stood_by", "lapsed"])
        expect(runs[`svc_job_runs_total{job="${job}",result="${result}"}`]).toBe(0);
  });
});
