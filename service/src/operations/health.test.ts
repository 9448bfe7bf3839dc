import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Certificate } from "@svc-proof/verifier-lib/x509";
import { Registry } from "prom-client";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import type { TsaAnswer, TsaRequest } from "../clients/tsa.js";
import { recordsOn } from "../records/records.js";
import { guardedStore } from "../store/guard.js";
import { openMemoryStore } from "../store/memory-store.testing.js";
import { SqlError } from "../store/sqlite/connection.js";
import { StoreUnavailableError } from "../store/store.js";
import { ClockWatch, type OpsServer, observedTsa, Readiness, startOpsServer } from "./health.js";
import { Metrics } from "./metrics.js";
import { observedRecords, storeObserver, storeOutages, wrapMethods } from "./observed-store.js";

describe("clock watch", () => {
  describe("ClockWatch", () => {
    const told: string[] = [];
    const log = {
      info: () => told.push("info"),
      warn: () => told.push("warn"),
    } as unknown as ConstructorParameters<typeof ClockWatch>[1];
    let metrics: Metrics;
    let watch: ClockWatch;
    /** The metric by clock. */
    const seconds = async () =>
      Object.fromEntries(
        (await metrics.clockSkew.get()).values.map(({ labels, value }) => [labels.clock, value]),
      );
    /** Seconds that the metric shows when the store's time differs from ours by this much. */
    const seen = async (aheadMs: number) => {
      const reason = await watch.check(async () => new Date(Date.now() + aheadMs));
      return { reason, seconds: (await seconds())["store"]! };
    };

    beforeEach(() => {
      told.length = 0;
      metrics = new Metrics();
      watch = new ClockWatch(metrics.clockSkew, log);
    });
    afterEach(() => void vi.useRealTimers());

    it("warns above one second, refuses above 30 s, either way, and logs it once", async () => {
      expect(await seen(900)).toMatchObject({ reason: null });
      expect(told).toEqual([]);
      for (let i = 0; i < 2; i++) {
        const { reason, seconds } = await seen(5_000);
        expect(reason).toBeNull();
        expect(seconds).toBeGreaterThan(4);
        expect(seconds).toBeLessThanOrEqual(5);
      }
      expect(told).toEqual(["warn"]);
      expect((await seen(-45_000)).reason).toMatch(
        /^the clock of this instance differs from others: store by 4\d{4} ms$/,
      );
      expect((await seen(-45_000)).seconds).toBeLessThan(-44);
      expect((await seen(45_000)).reason).not.toBeNull();
      expect(told).toEqual(["warn", "warn"]);
      expect((await seen(0)).reason).toBeNull();
      expect(told).toEqual(["warn", "warn", "info"]);
    });

    it("does not count an answer's delay as a difference", async () => {
      // The store read its clock when it was asked.
      const answer = await watch.check(async () => {
        const theirs = new Date();
        const until = performance.now() + 1_200;
        while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
        return theirs;
      });
      expect(answer).toBeNull();
      expect((await seconds())["store"]).toBeCloseTo(0, 1);
      expect(told).toEqual([]);
    });

    it("names each clock that is far off, and shows them all", async () => {
      await seen(0);
      const now = Date.now();
      watch.saw(
        "chain 1",
        { earliestMs: now + 60_000, latestMs: Number.POSITIVE_INFINITY },
        performance.now(),
      );
      watch.saw("authority", { earliestMs: now - 90_000, latestMs: now - 60_000 }, performance.now());
      expect(watch.fault()).toMatch(/: chain 1 by (?:59|60)\d{3} ms, authority by (?:59|60)\d{3} ms$/);
      const { store, "chain 1": chain, authority } = await seconds();
      expect([store, chain, authority].map(Math.round)).toEqual([0, 60, -60]);
      expect(told).toEqual(["warn", "warn"]);
    });

    it("lets an old head of a chain tell nothing", () => {
      watch.saw("chain 1", { earliestMs: 0, latestMs: Number.POSITIVE_INFINITY }, performance.now());
      expect(watch.fault()).toBeNull();
    });

    it("notices without another question that the clock was set, and forgets a comparison after an hour, or when it was far off for some minutes", () => {
      vi.useFakeTimers({ toFake: ["Date", "performance"] });
      const now = Date.now();
      watch.saw("authority", { earliestMs: now, latestMs: now }, performance.now());
      expect(watch.fault()).toBeNull();
      vi.setSystemTime(now - 7_200_000);
      expect(watch.fault()).toMatch(/: authority by 7200000 ms$/);
      vi.setSystemTime(now);
      expect(watch.fault()).toBeNull();
      expect(told).toEqual(["warn", "info"]);
      vi.advanceTimersByTime(3_590_000);
      vi.setSystemTime(now - 7_200_000);
      expect(watch.fault()).not.toBeNull();
      expect(watch.fault()).not.toBeNull();
      vi.advanceTimersByTime(150_001);
      expect(watch.fault()).toBeNull();
    });
  });
});

describe("observed records", () => {
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
});

describe("observed tsa", () => {
  const REQUEST: TsaRequest = {
    hash: "00".repeat(32),
    nonce: new Uint8Array(8),
    deadline: AbortSignal.timeout(10_000),
  };
  const ISSUED: TsaAnswer = {
    kind: "issued",
    response: new Uint8Array(),
    authority: "An authority",
    genTime: new Date(0),
    serialNumber: "1",
    policyOid: "1.2.3",
    chain: [{} as Certificate],
    qualification: null,
  };

  it("passes answers on, counts them, and logs outages when they begin, change and end", async () => {
    const told: string[] = [];
    const write = (level: string) => (fields: object, message: string) => {
      told.push(`${level} ${(fields as { subject: string }).subject}: ${message}`);
    };
    const metrics = new Metrics();
    const answers: TsaAnswer[] = [
      ISSUED,
      { kind: "unavailable", reason: "HTTP status 500" },
      { kind: "unavailable", reason: "HTTP status 500" },
      { kind: "refused", reason: "rejection badAlg" },
      ISSUED,
      ISSUED,
    ];
    const coming = [...answers];
    const tsa = observedTsa({ name: "https://tsa.example", issue: async () => coming.shift()! }, metrics, {
      info: write("info"),
      warn: write("warn"),
      error: write("error"),
    });
    const text = () => metrics.registry.metrics();
    expect(await text()).toContain('svc_tsa_exchange_duration_seconds_count{answer="refused"} 0');
    for (const answer of answers) expect(await tsa.issue(REQUEST)).toBe(answer);
    expect(tsa.name).toBe("https://tsa.example");
    expect(told).toEqual([
      "warn https://tsa.example: the timestamping authority issued no token: HTTP status 500",
      "warn https://tsa.example: the timestamping authority issued no token: rejection badAlg",
      "info https://tsa.example: recovered",
    ]);
    for (const [answer, count] of [
      ["issued", 3],
      ["unavailable", 2],
      ["refused", 1],
    ])
      expect(await text()).toContain(`svc_tsa_exchange_duration_seconds_count{answer="${answer}"} ${count}`);
  });
});

describe("ops server", () => {
  describe("the operations port", () => {
    let readiness: Readiness;
    let metrics: Metrics;
    let ops: OpsServer;
    const url = (path: string) => `http://127.0.0.1:${ops.port}${path}`;
    const ready = async () => {
      const answer = await fetch(url("/readyz"));
      const { reasons } = (await answer.json()) as { reasons?: string[] };
      return { status: answer.status, reasons };
    };

    beforeEach(async () => {
      readiness = new Readiness();
      metrics = new Metrics();
      ops = await startOpsServer({ host: "127.0.0.1", port: 0, readiness, registry: metrics.registry });
    });
    afterEach(() => ops.close());

    it("is alive from the start, and ready while it serves and the store answers", async () => {
      expect((await fetch(url("/healthz"))).status).toBe(200);
      expect(await ready()).toMatchObject({ status: 503, reasons: ["the service is starting"] });
      let fails = false;
      let reason: string | null = null;
      readiness.serving(async () => {
        if (fails) throw new StoreUnavailableError("mongodb://user:password@db.example is gone");
        return reason;
      });
      expect(await ready()).toMatchObject({ status: 200 });
      fails = true;
      expect(await ready()).toEqual({
        status: 503,
        reasons: ["the store does not answer, or accepts no writes"],
      });
      fails = false;
      expect(await ready()).toMatchObject({ status: 200 });
      reason = "the clock is wrong";
      expect(await ready()).toEqual({ status: 503, reasons: [reason] });
      reason = null;
      expect(await ready()).toMatchObject({ status: 200 });
      readiness.stopping();
      expect(await ready()).toMatchObject({ status: 503, reasons: ["the service is stopping"] });
      expect((await fetch(url("/healthz"))).status).toBe(200);
    });

    it("gives notes for operators beside the answer, ready or not, and each until it is over", async () => {
      const answer = async () => (await fetch(url("/readyz"))).json();
      readiness.note("chain 1", "chain 1: 2 reopened");
      readiness.note("chain 137", "chain 137: held");
      expect(await answer()).toEqual({
        status: "not ready",
        reasons: ["the service is starting"],
        notes: ["chain 1: 2 reopened", "chain 137: held"],
      });
      readiness.serving(async () => null);
      readiness.note("chain 1", "chain 1: 1 reopened");
      readiness.note("chain 137", null);
      expect(await answer()).toEqual({ status: "ready", notes: ["chain 1: 1 reopened"] });
      readiness.note("chain 1", null);
      expect(await answer()).toEqual({ status: "ready" });
    });

    it("is not ready when the store is silent, and asks it once for all callers", async () => {
      let asked = 0;
      let answer = () => {};
      readiness.serving(() => {
        asked++;
        return new Promise((resolve) => {
          answer = () => resolve(null);
        });
      });
      const answers = await Promise.all([ready(), ready(), ready()]);
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
      expect(answers[0]?.reasons?.[0]).toMatch(/did not answer within 2000 ms/);
      expect(asked).toBe(1);
      answer();
    });

    it("serves metrics of its own registry, with bounded labels", async () => {
      metrics.requestDuration.observe({ method: "get", route: "/api/v2/proofs/{id}", status: 200 }, 0.01);
      const answer = await fetch(url("/metrics"));
      expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=/);
      const text = await answer.text();
      expect(text).toContain(
        'svc_http_request_duration_seconds_count{method="get",route="/api/v2/proofs/{id}",status="200"} 1',
      );
      expect(text).toContain("process_cpu_seconds_total");
      expect(text).not.toMatch(/^svc_queue_length /m);
    });

    it.each([
      ["POST", "/healthz", 405],
      ["DELETE", "/metrics", 405],
      ["GET", "/", 404],
      ["GET", "/metrics/", 404],
      ["GET", "/healthz?verbose", 200],
    ])("answers %s %s with %i", async (method, path, status) => {
      const answer = await fetch(url(path), { method });
      expect(answer.status).toBe(status);
      expect(answer.headers.get("allow")).toBe(status === 405 ? "GET, HEAD" : null);
    });

    it("answers HEAD without a body", async () => {
      const answer = await fetch(url("/healthz"), { method: "HEAD" });
      expect(answer.status).toBe(200);
      expect(Number(answer.headers.get("content-length"))).toBeGreaterThan(0);
      expect(await answer.text()).toBe("");
    });

    it("closes at once, whatever is connected", async () => {
      const registry = new Registry();
      const other = await startOpsServer({ host: "127.0.0.1", port: 0, readiness, registry });
      const socket = connect(other.port, "127.0.0.1").on("error", () => {});
      await once(socket, "connect");
      socket.write("GET /healthz HTTP/1.1\r\n");
      const closed = new Promise((resolve) => socket.once("close", resolve));
      const late = Symbol("late");
      expect(await Promise.race([other.close(), sleep(5_000, late)])).not.toBe(late);
      await closed;
    });
  });
});

describe("wrap methods", () => {
  class Counter {
    readonly name = "n";
    #count = 0;
    add(by: number): number {
      this.#count += by;
      return this.#count;
    }
    addTwice(by: number): number {
      this.add(by);
      return this.add(by);
    }
  }

  test("each method is wrapped once, and reaches the private members of its object", () => {
    const made: PropertyKey[] = [];
    const counter = wrapMethods(new Counter(), (name, method) => {
      made.push(name);
      return (...args) => method(...args);
    });
    expect(counter.add(2)).toBe(2);
    expect(counter.add(3)).toBe(5);
    expect(counter.add).toBe(counter.add);
    expect(counter.name).toBe("n");
    expect(made).toEqual(["add"]);
  });

  test("a method calls others of its object as they are", () => {
    const calls: PropertyKey[] = [];
    const counter = wrapMethods(new Counter(), (name, method) => (...args) => {
      calls.push(name);
      return method(...args);
    });
    expect(counter.addTwice(2)).toBe(4);
    expect(calls).toEqual(["addTwice"]);
  });
});
