/**
 * The service's metrics, for Prometheus: docs/operations/monitoring.md names each and says what to do about it.
 *
 * Labels hold words of this program only (routes, methods, codes, names of jobs): never an identifier, a hash, an
 * address or anything else that a caller sends, so that their number is bounded.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { CUTS } from "../connections/connection-limits.js";
import { RUN_RESULTS } from "../jobs/job-loop.js";
import { JOB_NAMES } from "../jobs/job-names.js";
import type { RegistrationResult, WitnessAbsence } from "../records/types.js";
import { AnchoringMetrics } from "./anchoring-metrics.js";
import { Backlog } from "./backlog.js";
import { TrustListMetrics } from "./trust-list-metrics.js";

/** Seconds, from a read in memory to the longest that callers wait. */
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const STORE_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

/** Seconds, up to the longest that anyone waits for an authority. */
const TSA_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const REGISTRATION_OUTCOMES: readonly RegistrationResult["outcome"][] = [
  "created",
  "existing",
  "owned",
  "quota_exceeded",
  "foreign",
  "no_seal_left",
];

/** What comes of one look at a block. */
export type WitnessResult = "kept" | WitnessAbsence;

const WITNESS_RESULTS: readonly WitnessResult[] = [
  "kept",
  "block_missing",
  "endpoint",
  "header_rules",
  "transactions",
  "refused",
];

/** What one fetch of revocation data of a chain gave. */
const REVOCATION_RESULTS = ["complete", "partial", "none"] as const;

/** All metrics of one process, on a registry of their own. */
export class Metrics {
  readonly registry: Registry = new Registry();
  readonly backlog: Backlog = new Backlog(this.registry);
  readonly anchoring: AnchoringMetrics = new AnchoringMetrics(this.registry);
  readonly trustLists: TrustListMetrics = new TrustListMetrics(this.registry);
  readonly requestDuration: Histogram<"method" | "route" | "status">;
  readonly errorAnswers: Counter<"code">;
  readonly cuts: Counter<"what">;
  readonly registrations: Counter<"outcome">;
  readonly storeDuration: Histogram<"operation">;
  readonly storeErrors: Counter<"operation" | "kind">;
  readonly storeAvailable: Gauge<"need">;
  readonly storeOutages: Counter;
  readonly leaseHeld: Gauge<"lease">;
  readonly jobRuns: Counter<"job" | "result">;
  readonly witnesses: Counter<"result">;
  readonly openTimestampsOutages: Gauge;
  readonly clockSkew: Gauge<"clock">;
  readonly tsaDuration: Histogram<"answer">;
  readonly revocationFetches: Counter<"result">;

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.requestDuration = new Histogram({
      name: "svc_http_request_duration_seconds",
      help: "Time from the arrival of a request to the end of its response.",
      labelNames: ["method", "route", "status"],
      buckets: REQUEST_BUCKETS,
      registers,
    });
    this.errorAnswers = new Counter({
      name: "svc_http_error_answers_total",
      help: "Error responses by code of the interface; gateway: a limit before the API; other: not from the API.",
      labelNames: ["code"],
      registers,
    });
    this.cuts = new Counter({
      name: "svc_http_cuts_total",
      help: "Connections cut because the client was too slow, by direction and by limit (rate or total time), or because there were too many.",
      labelNames: ["what"],
      registers,
    });
    this.registrations = new Counter({
      name: "svc_registrations_total",
      help: "Registrations by outcome: created, existing or quota_exceeded; with a seal also owned, foreign or no_seal_left, which wrote nothing.",
      labelNames: ["outcome"],
      registers,
    });
    this.storeDuration = new Histogram({
      name: "svc_store_operation_duration_seconds",
      help: "Duration of the store's operations, including failed ones.",
      labelNames: ["operation"],
      buckets: STORE_BUCKETS,
      registers,
    });
    this.storeErrors = new Counter({
      name: "svc_store_errors_total",
      help: "Failed operations of the store: unavailable, lease_lost or other.",
      labelNames: ["operation", "kind"],
      registers,
    });
    this.storeAvailable = new Gauge({
      name: "svc_store_available",
      help: "1 while the store is available for reads or writes; 0 while they are refused without asking it.",
      labelNames: ["need"],
      registers,
    });
    this.storeOutages = new Counter({
      name: "svc_store_outages_total",
      help: "Outages of the store that this instance noticed.",
      registers,
    });
    this.leaseHeld = new Gauge({
      name: "svc_lease_held",
      help: "1 if this instance held the lease of the job when it last asked, otherwise 0.",
      labelNames: ["lease"],
      registers,
    });
    this.jobRuns = new Counter({
      name: "svc_job_runs_total",
      help: "Runs of the jobs by result: done, failed, stood_by if another instance holds the lease, or lapsed if the lease expired before it was renewed.",
      labelNames: ["job", "result"],
      registers,
    });
    this.witnesses = new Counter({
      name: "svc_witnesses_total",
      help: "Blocks of anchors in which a witness was looked for, by result: kept, or why there is none.",
      labelNames: ["result"],
      registers,
    });
    this.openTimestampsOutages = new Gauge({
      name: "svc_attesting_outages",
      help: "Calendars and Bitcoin sources that fail, one per kind of failure; as this instance last saw them.",
      registers,
    });
    this.clockSkew = new Gauge({
      name: "svc_clock_skew_seconds",
      help: "How far another clock (the store's, a chain's, the authority's) is ahead of this instance's at least, by the last comparison; negative when behind.",
      labelNames: ["clock"],
      registers,
    });
    this.tsaDuration = new Histogram({
      name: "svc_tsa_exchange_duration_seconds",
      help: "Duration of requests to the timestamping authority by result: issued, refused or unavailable.",
      labelNames: ["answer"],
      buckets: TSA_BUCKETS,
      registers,
    });
    this.revocationFetches = new Counter({
      name: "svc_revocation_fetches_total",
      help: "Fetches of the revocation data of seals by result: complete, partial or none.",
      labelNames: ["result"],
      registers,
    });
    this.#beginAtZero();
  }

  /** @param isOpen asked whenever the metrics are read. */
  watchSealSale(isOpen: () => Promise<boolean>): void {
    new Gauge({
      name: "svc_seal_sale_open",
      help: "1 while seals are sold; 0 without an authority, or while it must be qualified and is not found to be.",
      registers: [this.registry],
      async collect() {
        this.set((await isOpen()) ? 1 : 0);
      },
    });
  }

  /** @param damage as of the store, whenever the metrics are read. */
  watchIntegrity(damage: () => string | null | undefined): void {
    new Gauge({
      name: "svc_store_integrity",
      help: "1 once all of SQLite's file was found sound since the start; 0 when it is damaged.",
      registers: [this.registry],
      collect() {
        const known = damage();
        if (known === undefined) this.remove();
        else this.set(known === null ? 1 : 0);
      },
    });
  }

  /** Created with 0, because a series that begins with its first event shows alerts no increase. */
  #beginAtZero(): void {
    for (const what of CUTS) this.cuts.inc({ what }, 0);
    for (const outcome of REGISTRATION_OUTCOMES) this.registrations.inc({ outcome }, 0);
    for (const result of WITNESS_RESULTS) this.witnesses.inc({ result }, 0);
    for (const result of REVOCATION_RESULTS) this.revocationFetches.inc({ result }, 0);
    for (const job of JOB_NAMES) {
      this.leaseHeld.set({ lease: job }, 0);
      for (const result of RUN_RESULTS) this.jobRuns.inc({ job, result }, 0);
    }
  }
}
