/** Every metric. */

import type { ListFacts } from "@svc-proof/verifier-lib/trust";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { CUTS } from "../http/connections.js";
import { JOB_NAMES, RUN_RESULTS } from "../jobs/job.js";
import type { RegistrationResult, WitnessAbsence } from "../records/types.js";
import { Backlog } from "./backlog.js";

/** Metrics of anchoring. The label `chain` is the EIP-155 identifier of a chain of the settings. */
export class AnchoringMetrics {
  readonly held: Gauge<"chain" | "reason">;
  readonly disagreements: Counter<"chain">;
  readonly endpointOutages: Gauge<"chain">;
  readonly reopened: Counter<"chain">;
  readonly reopenedBatches: Gauge<"chain">;
  readonly nonceGaps: Gauge<"chain">;
  readonly unexplained: Gauge<"chain">;
  readonly sent: Counter<"chain" | "kind">;
  readonly balance: Gauge<"chain">;

  constructor(registry: Registry) {
    const registers = [registry];
    const gauge = (name: string, help: string) =>
      new Gauge({ name, help, labelNames: ["chain"] as const, registers });
    const counter = (name: string, help: string) =>
      new Counter({ name, help, labelNames: ["chain"] as const, registers });
    this.held = new Gauge({
      name: "svc_anchors_held",
      help: "1 while the anchors of a chain are held for this reason, as the instance that anchors last saw it.",
      labelNames: ["chain", "reason"],
      registers,
    });
    this.disagreements = counter(
      "svc_anchor_endpoint_disagreements_total",
      "Rounds that ended because endpoints of a chain disagreed.",
    );
    this.endpointOutages = gauge(
      "svc_anchor_endpoint_outages",
      "Endpoints of a chain that fail, as this instance last saw them; for chains with several.",
    );
    this.reopened = counter(
      "svc_anchors_reopened_total",
      "Confirmed anchors that a reorganisation deeper than the confirmations removed.",
    );
    this.reopenedBatches = gauge(
      "svc_reopened_batches",
      "Batches whose confirmed anchor was removed and is not confirmed again yet.",
    );
    this.nonceGaps = gauge(
      "svc_anchor_nonce_gaps",
      "Free nonces before those of the anchors, which are being filled.",
    );
    this.unexplained = gauge(
      "svc_anchors_unexplained",
      "Anchors that wait because their nonce is used by a transaction that was not found, that was reverted, or that the verifier does not accept.",
    );
    this.sent = new Counter({
      name: "svc_anchor_transactions_total",
      help: "Transactions sent by kind: first, replacement, again (the chain had lost it), or filler of a free nonce.",
      labelNames: ["chain", "kind"],
      registers,
    });
    this.balance = gauge(
      "svc_anchor_balance_coins",
      "Balance of the address that pays for the anchors, in the chain's coin.",
    );
  }
}

/** Metrics of the EU trusted lists that this instance uses. The label `territory` is a code of the list of lists. */
interface Lists {
  readonly lotl: ListFacts;
  readonly lists: readonly ListFacts[];
}

export class TrustListMetrics {
  readonly #sequenceNumber: Gauge<"territory">;
  readonly #issued: Gauge<"territory">;
  readonly #nextUpdate: Gauge<"territory">;
  #checkedAt: Date | null = null;

  constructor(registry: Registry) {
    const registers = [registry];
    const gauge = (name: string, help: string) =>
      new Gauge({ name, help, labelNames: ["territory"] as const, registers });
    this.#sequenceNumber = gauge(
      "svc_trust_list_sequence_number",
      "Number of the trusted list of a territory that this instance uses; EU is the list of lists.",
    );
    this.#issued = gauge("svc_trust_list_issued_timestamp_seconds", "When that list was issued.");
    this.#nextUpdate = gauge(
      "svc_trust_list_next_update_timestamp_seconds",
      "Until when that list answers; closed lists have none.",
    );
    const age = () => this.#checkedAt && Math.max(0, (Date.now() - this.#checkedAt.getTime()) / 1_000);
    new Gauge({
      name: "svc_trust_list_checked_age_seconds",
      help: "Time since an instance last found the lists current; none before the first update.",
      registers,
      collect() {
        const seconds = age();
        if (seconds === null) this.remove();
        else this.set(seconds);
      },
    });
  }

  /** The lists that are used from now on. */
  uses({ lotl, lists }: Lists): void {
    for (const gauge of [this.#sequenceNumber, this.#issued, this.#nextUpdate]) gauge.reset();
    for (const { territory, sequenceNumber, issued, nextUpdate } of [lotl, ...lists]) {
      this.#sequenceNumber.set({ territory }, sequenceNumber);
      this.#issued.set({ territory }, Date.parse(issued) / 1_000);
      if (nextUpdate !== null) this.#nextUpdate.set({ territory }, Date.parse(nextUpdate) / 1_000);
    }
  }

  checked(at: Date): void {
    this.#checkedAt = at;
  }
}

// The service's metrics, for Prometheus: docs/operations/monitoring.md names each and says what to do about it.
//
// Labels hold words of this program only (routes, methods, codes, names of jobs): never an identifier, a hash, an
// address or anything else that a caller sends, so that their number is bounded.

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

// Prometheus metrics of the documents: docs/operations/monitoring.md.

/** Seconds, from a few pages in a warm worker to the time after which a worker is given up. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const REFUSALS = ["queue_full", "timed_out", "failed"] as const;
export type DocumentRefusal = (typeof REFUSALS)[number];

export class DocumentMetrics {
  readonly waitDuration: Histogram;
  readonly makeDuration: Histogram;
  readonly refusals: Counter<"reason">;
  readonly certificates: Counter<"source">;
  #queueLength: () => number = () => 0;

  constructor(registry: Registry) {
    const registers = [registry];
    const queueLength = () => this.#queueLength();
    new Gauge({
      name: "svc_document_queue_length",
      help: "Documents waiting for a worker, at most SVC_DOCUMENT_QUEUE.",
      registers,
      collect() {
        this.set(queueLength());
      },
    });
    this.waitDuration = new Histogram({
      name: "svc_document_wait_seconds",
      help: "Time that a document waited for a worker.",
      buckets: BUCKETS,
      registers,
    });
    this.makeDuration = new Histogram({
      name: "svc_document_make_seconds",
      help: "Time that a worker took to make a document, including failed ones.",
      buckets: BUCKETS,
      registers,
    });
    this.refusals = new Counter({
      name: "svc_document_refusals_total",
      help: "Documents that were not made: queue_full, timed_out or failed.",
      labelNames: ["reason"],
      registers,
    });
    this.certificates = new Counter({
      name: "svc_document_certificates_total",
      help: "Certificates by source: cache, or worker.",
      labelNames: ["source"],
      registers,
    });
    for (const reason of REFUSALS) this.refusals.inc({ reason }, 0);
    for (const source of ["cache", "worker"]) this.certificates.inc({ source }, 0);
  }

  /** The queue whose length is reported. */
  observeQueue(length: () => number): void {
    this.#queueLength = length;
  }
}

/** Metrics of signing in: words of this program only, nothing of persons. */
const METHODS = ["passkey", "link", "recovery-code", "sign-up", "invitation"] as const;
const OUTCOMES = ["entered", "refused", "disabled", "taken", "locked"] as const;
const MAIL_RESULTS = ["sent", "failed", "dropped"] as const;

export class PeopleMetrics {
  readonly signIns: Counter<"method" | "result">;
  readonly mails: Counter<"result">;

  constructor(registry: Registry) {
    const registers = [registry];
    this.signIns = new Counter({
      name: "svc_sign_ins_total",
      help: "Attempts to sign in by method and result: entered, refused (unknown, used or expired), disabled account, taken address, locked.",
      labelNames: ["method", "result"],
      registers,
    });
    this.mails = new Counter({
      name: "svc_mails_total",
      help: "Mails to people by result: sent, failed after all tries, or dropped because too many wait.",
      labelNames: ["result"],
      registers,
    });
    for (const method of METHODS) for (const result of OUTCOMES) this.signIns.inc({ method, result }, 0);
    for (const result of MAIL_RESULTS) this.mails.inc({ result }, 0);
  }
}
