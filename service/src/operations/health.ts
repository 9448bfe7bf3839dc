/** Readiness, the port for operators, clock. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Server as HapiServer, Request } from "@hapi/hapi";
import type { Gauge, Registry } from "prom-client";
import type { Tsa, TsaAnswer } from "../clients/tsa.js";
import type { Config } from "../config/settings.js";
import { notListening } from "../errors.js";
import { CUT_EVENT, type Cut } from "../http/connections.js";
import { localSiteUrl } from "../http/site.js";
import { type JobLog, type Log, OutageLog } from "../log.js";
import { type Records, recordsOn } from "../records/records.js";
import { guardedStore } from "../store/guard.js";
import type { Store } from "../store/store.js";
import { Metrics } from "./metrics.js";
import { observedRecords, storeObserver, storeOutages } from "./observed-store.js";

// The operations port, for the operator: `/healthz` (the process answers), `/readyz` (it can take requests), `/metrics`
// (Prometheus). It has its own port, which must not be reachable from outside. It requires no key.

/** Scrapers and probes are few; more connections than this are a mistake or worse. */
const MAX_CONNECTIONS = 100;
const REQUEST_TIMEOUT_MS = 5_000;

export interface OpsServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly readiness: Readiness;
  readonly registry: Registry;
}

export interface OpsServer {
  /** The port it listens on. */
  readonly port: number;
  /** Ends it and its connections at once. */
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/**
 * Starts the server.
 *
 * @throws the system's error when it cannot listen there.
 */
export async function startOpsServer(options: OpsServerOptions): Promise<OpsServer> {
  const server: Server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: REQUEST_TIMEOUT_MS,
    },
    (request, response) => void serve(request, response, options),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(options.port, options.host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: OpsServerOptions,
): Promise<void> {
  request.resume();
  const { status, type, body } = await answer(request, options);
  if (response.destroyed) return;
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    ...(status === 405 ? { allow: "GET, HEAD" } : {}),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

async function answer(
  { method, url }: IncomingMessage,
  { readiness, registry }: OpsServerOptions,
): Promise<Answer> {
  if (method !== "GET" && method !== "HEAD") return json(405, { error: "GET and HEAD only" });
  const [path] = (url ?? "").split("?", 1);
  switch (path) {
    case "/healthz":
      return json(200, { status: "alive" });
    case "/readyz": {
      const reasons = await readiness.reasons();
      const notes = readiness.notes.length === 0 ? {} : { notes: readiness.notes };
      return reasons.length === 0
        ? json(200, { status: "ready", ...notes })
        : json(503, { status: "not ready", reasons, ...notes });
    }
    case "/metrics":
      return { status: 200, type: registry.contentType, body: await registry.metrics() };
    default:
      return json(404, { error: "not found: use /healthz, /readyz or /metrics" });
  }
}

function json(status: number, body: unknown): Answer {
  return { status, type: "application/json", body: `${JSON.stringify(body)}\n` };
}

// Whether the service can take requests, and why not.

/** A slower store is too slow for requests too. */
const PING_TIMEOUT_MS = 2_000;

export class Readiness {
  #askStore: (() => Promise<string | null>) | null = null;
  #stopping = false;
  /** What an operator should know though requests are answered, by subject. */
  readonly #notes = new Map<string, string>();
  /** What keeps the service from being ready though it could take requests, by subject. */
  readonly #holds = new Map<string, string>();
  /** The ping in progress: concurrent callers share it. */
  #ping: Promise<string | null> | null = null;

  /**
   * The API answers from now on.
   *
   * @param askStore resolves when the store answers, with a reason if the service must not serve nevertheless.
   */
  serving(askStore: () => Promise<string | null>): void {
    this.#askStore = askStore;
  }

  /** The service is about to stop and should get no new requests. */
  stopping(): void {
    this.#stopping = true;
  }

  /**
   * Something that does not keep the service from taking requests; null ends it.
   *
   * @param subject one of a bounded number.
   * @param text without secrets.
   */
  note(subject: string, text: string | null): void {
    if (text === null) this.#notes.delete(subject);
    else this.#notes.set(subject, text);
  }

  /** Something that must be mended before requests come; null ends it. Subject and text as of `note`. */
  hold(subject: string, text: string | null): void {
    if (text === null) this.#holds.delete(subject);
    else this.#holds.set(subject, text);
  }

  get notes(): readonly string[] {
    return [...this.#notes.values()];
  }

  /** The reasons why it is not ready; empty when it is. They contain no secrets. */
  async reasons(): Promise<readonly string[]> {
    if (this.#stopping) return ["the service is stopping"];
    if (this.#askStore === null) return ["the service is starting"];
    this.#ping ??= answered(this.#askStore).finally(() => {
      this.#ping = null;
    });
    const reason = await this.#ping;
    return [...(reason === null ? [] : [reason]), ...this.#holds.values()];
  }
}

function answered(ask: () => Promise<string | null>): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => resolve(`the store did not answer within ${PING_TIMEOUT_MS} ms`),
      PING_TIMEOUT_MS,
    );
    ask()
      .then(resolve, () => resolve("the store does not answer, or accepts no writes"))
      .finally(() => clearTimeout(timer));
  });
}

// Compares the clock of this instance with others: the store's, the blocks of each chain, the tokens of the timestamping
// authority. Times of receipt and days of quotas use the instance's clock, leases and rate limits the store's:
// docs/operations/running.md. Instances are compared with each other through the store that they share.

/** Synchronised clocks differ by less. */
const WARN_MS = 1_000;
/** Far below the two minutes that the interface promises, and more than a slow synchronisation leaves. */
export const REFUSE_MS = 30_000;
/** For how long a comparison tells something: the monotonic clock that carries it on drifts by far less than a second. */
const KEPT_MS = 3_600_000;
/**
 * For how long it speaks against this instance: whoever is not asked meanwhile, as the authority, is asked again then. The
 * monotonic clock may have stood still while the machine slept.
 */
const KEPT_FAR_OFF_MS = 150_000;

type Judgement = "near" | "off" | "far off";

/** Bounds of the time at one moment, in milliseconds since 1970; `Infinity` where there is none. */
export interface TimeBounds {
  readonly earliestMs: number;
  readonly latestMs: number;
}

/** The bounds, less the monotonic clock: they hold after a change of the instance's clock too. */
interface Comparison extends TimeBounds {
  readonly atMs: number;
  /** Since when the clocks are too far apart, by this comparison. */
  farOffSinceMs: number;
}

export class ClockWatch {
  readonly #gauge: Gauge<"clock">;
  readonly #log: Pick<Log, "info" | "warn">;
  readonly #comparisons = new Map<string, Comparison>();
  /** By clock; those that are near are left out. */
  readonly #judgements = new Map<string, Judgement>();

  constructor(gauge: Gauge<"clock">, log: Pick<Log, "info" | "warn">) {
    this.#gauge = gauge;
    this.#log = log;
  }

  /**
   * Asks the store for its time and compares.
   *
   * @returns as `fault`.
   * @throws the errors of the call to the store.
   */
  async check(askTime: () => Promise<Date>): Promise<string | null> {
    const askedAtMs = performance.now();
    const theirsMs = (await askTime()).getTime();
    this.saw("store", { earliestMs: theirsMs, latestMs: theirsMs }, askedAtMs);
    return this.fault();
  }

  /**
   * Notes what another clock showed.
   *
   * @param clock for people and for the metric: one of a bounded number.
   * @param bounds of the time at some moment between the question and now.
   * @param askedAtMs when it was asked, on the clock of `performance.now()`.
   */
  saw(clock: string, { earliestMs, latestMs }: TimeBounds, askedAtMs: number): void {
    const atMs = performance.now();
    const bounds = { earliestMs: earliestMs - atMs, latestMs: latestMs - askedAtMs };
    this.#comparisons.set(clock, { ...bounds, atMs, farOffSinceMs: Number.POSITIVE_INFINITY });
    this.#judge(clock);
  }

  /** Why the clock of this instance is not to be relied on now; null when it is near all others. */
  fault(): string | null {
    const apart = [...this.#comparisons.keys()].flatMap((clock) => {
      const skewMs = this.#judge(clock);
      return Math.abs(skewMs) > REFUSE_MS ? [`${clock} by ${Math.abs(skewMs)} ms`] : [];
    });
    return apart.length === 0 ? null : `the clock of this instance differs from others: ${apart.join(", ")}`;
  }

  /** Shows and logs how a clock stands now. @returns by how much it is ahead, at least. */
  #judge(clock: string): number {
    const comparison = this.#comparisons.get(clock)!;
    const nowMs = performance.now();
    if (nowMs - comparison.atMs > KEPT_MS || nowMs - comparison.farOffSinceMs > KEPT_FAR_OFF_MS) {
      this.#comparisons.delete(clock);
      this.#gauge.remove({ clock });
      this.#judgements.delete(clock);
      return 0;
    }
    const skewMs = leastSkewMs(comparison);
    this.#gauge.set({ clock }, skewMs / 1_000);
    const judgement = judge(Math.abs(skewMs));
    if (judgement !== "far off") comparison.farOffSinceMs = Number.POSITIVE_INFINITY;
    else comparison.farOffSinceMs = Math.min(comparison.farOffSinceMs, nowMs);
    if (judgement === (this.#judgements.get(clock) ?? "near")) return skewMs;
    this.#judgements.set(clock, judgement);
    if (judgement === "near")
      this.#log.info({ clock, skewMs }, "the clock of this instance agrees with another");
    else this.#log.warn({ clock, skewMs }, "the clock of this instance differs from another");
    return skewMs;
  }
}

/** The smallest offset of the other clock that is consistent with the bounds. Whole milliseconds, as `Date` counts. */
function leastSkewMs({ earliestMs, latestMs }: TimeBounds): number {
  const oursMs = Date.now() - performance.now();
  const skewMs = Math.trunc(Math.min(0, latestMs - oursMs) + Math.max(0, earliestMs - oursMs));
  return skewMs === 0 ? 0 : skewMs;
}

function judge(distanceMs: number): Judgement {
  if (distanceMs > REFUSE_MS) return "far off";
  return distanceMs > WARN_MS ? "off" : "near";
}

/** Opens the metrics, the readiness check, the clock watch, and the port that serves them. */
export interface Operations {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly clock: ClockWatch;
  /** All rules on the store, measured, and guarded against outages. */
  observe(store: Store): Promise<Records>;
  /** `/readyz` answers 200 from now on, as long as the store answers and the clock is right. */
  serving(store: Pick<Records, "ping">): void;
  close(): Promise<void>;
}

/**
 * Opens the operations port, unless `SVC_OPS_PORT` is off.
 *
 * @throws StartError when it cannot listen there.
 */
export async function openOperations(
  config: Pick<Config, "opsHost" | "opsPort">,
  log: Log,
): Promise<Operations> {
  const metrics = new Metrics();
  const readiness = new Readiness();
  const clock = new ClockWatch(metrics.clockSkew, log);
  let damage: () => string | null | undefined = () => undefined;
  const { opsHost: host, opsPort: port } = config;
  const server =
    port === "off"
      ? null
      : await startOpsServer({ host, port, readiness, registry: metrics.registry }).catch((error) => {
          throw notListening(error, "SVC_OPS", host, port);
        });
  if (server !== null) console.log(`svc-proof health and metrics at ${localSiteUrl(host, server.port)}`);
  return {
    metrics,
    readiness,
    clock,
    observe: async (bare) => {
      damage = () => bare.damage;
      metrics.watchIntegrity(damage);
      const observer = storeObserver(metrics);
      const guarded = guardedStore(bare, { ...storeOutages(log, metrics), observer });
      const store = observedRecords(recordsOn(guarded), metrics);
      // For the clock only. The next caller learns that the store does not answer.
      await clock.check(() => store.ping()).catch(() => {});
      return store;
    },
    serving: (store) =>
      readiness.serving(async () => {
        // Also where it is known to be damaged: the ping tells the log.
        const reason = await clock
          .check(() => store.ping())
          .catch((error) => {
            if (typeof damage() === "string") return null;
            throw error;
          });
        return damage() ?? reason;
      }),
    close: async () => server?.close(),
  };
}

/**
 * The record of a finished request in the log and in the metrics. Of the client's data it contains the
 * method only: a key in a path or a query must not appear in either.
 */
export interface ServedRequest {
  /** The template, such as /api/v2/proofs/{id}; one value for all unknown paths. */
  readonly route: string;
  /** Status of the answer; `aborted` if the client left before it was sent. */
  readonly status: number | "aborted";
  readonly durationMs: number;
}

/** For the server's event `response`. */
export function servedRequest({ info, response, route }: Request): ServedRequest {
  const isAborted = info.responded === 0;
  // Null if the client left before there was an answer; an error if it was not converted to an answer.
  const answer = response as { readonly statusCode?: number } | null;
  return {
    route: route.path,
    status: isAborted ? "aborted" : (answer?.statusCode ?? "aborted"),
    durationMs: (isAborted ? Date.now() : info.responded) - info.received,
  };
}

/** Counts and times the API's responses by the server's own event. */
const METHODS: ReadonlySet<string> = new Set(["get", "head", "post", "put", "delete", "patch", "options"]);

/** Begins to observe a server. */
export function observeServer(server: HapiServer, metrics: Metrics): void {
  server.events.on("response", (request) => observeAnswer(request, metrics));
  server.events.on(CUT_EVENT, (what: Cut) => metrics.cuts.inc({ what }));
}

function observeAnswer(request: Request, { requestDuration, errorAnswers }: Metrics): void {
  const { route, status, durationMs } = servedRequest(request);
  const method = METHODS.has(request.method) ? request.method : "other";
  requestDuration.observe({ method, route, status }, durationMs / 1_000);
  if (status === "aborted" || status < 400) return;
  const body = "source" in request.response ? request.response.source : undefined;
  errorAnswers.inc({ code: errorCode(body) ?? (isGateways(status) ? "gateway" : "other") });
}

/** The code of an answer in the interface's form: one of a few words of this program. */
function errorCode(body: unknown): string | undefined {
  const error: unknown =
    typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
  const code: unknown =
    typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** The gateway's limits answer without a body in the API's form: docs/interface.md, "Errors". */
function isGateways(status: number): boolean {
  return status === 413 || status === 429;
}

/** A timestamping authority that times its requests and logs outages. It changes no result. */
const ANSWERS: readonly TsaAnswer["kind"][] = ["issued", "refused", "unavailable"];

/** The same authority, observed. */
export function observedTsa(tsa: Tsa, { tsaDuration }: Metrics, log: JobLog): Tsa {
  const outages = new OutageLog(log);
  // Created with 0, because a series that begins with its first event shows alerts no increase.
  for (const answer of ANSWERS) tsaDuration.zero({ answer });
  return {
    name: tsa.name,
    issue: async (request) => {
      const begun = performance.now();
      const answer = await tsa.issue(request);
      tsaDuration.observe({ answer: answer.kind }, (performance.now() - begun) / 1_000);
      // All requests have the same form: an authority that refuses one seal for good will refuse the next.
      if (answer.kind === "issued") outages.worked(tsa.name);
      else outages.failed(tsa.name, `the timestamping authority issued no token: ${answer.reason}`);
      return answer;
    },
  };
}
