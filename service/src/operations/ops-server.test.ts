import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Registry } from "prom-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StoreUnavailableError } from "../store/store.js";
import { Metrics } from "./metrics.js";
import { type OpsServer, startOpsServer } from "./ops-server.js";
import { Readiness } from "./readiness.js";

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
