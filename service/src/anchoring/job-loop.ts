/**
 * Runs a job again and again, without overlapping itself, for as long as this process holds its lease. An outage is
 * told once when it begins, once when its kind changes, and once when it ends, which only a run of this process shows; so
 * is another process doing the job.
 */
import { SourceError } from "@svc-proof/verifier-lib/source";
import { TooFewCalendarsError } from "../attesting/submit-roots.js";
import { BlobStoreError } from "../outside/blobs/blob-store.js";
import { AnchorTooDearError, ChainUnavailableError, InsufficientFundsError } from "../outside/chain/chain.js";
import { type Lease, LeaseLostError, StoreUnavailableError } from "../store/store.js";
import { ChainReplacedError, ImplausibleNonceError } from "./chain-identity.js";
import { type JobLease, LeaseLapsedError } from "./job-lease.js";
import type { JobLog } from "./job-log.js";

/** Longest wait between two tries, so that a recovery is noticed within half a minute. */
const MAX_BACKOFF_MS = 30_000;

const STANDING_BY = "another instance does the job; standing by";
const TAKEN_OVER = "this instance does the job from now on";

export interface JobLoopOptions {
  /** Name in the log. */
  readonly name: string;
  readonly intervalMs: number;
  readonly log: JobLog;
  readonly lease: JobLease;
  /** One run, under the lease. Must give up soon after the signal aborts. */
  readonly run: (lease: Lease, signal: AbortSignal) => Promise<void>;
  /** Told of the end of every run. */
  readonly onRun?: (name: string, result: RunResult) => void;
}

export const RUN_RESULTS: readonly ["done", "failed", "stood_by", "lapsed"] = [
  "done",
  "failed",
  "stood_by",
  "lapsed",
];

/**
 * `stood_by`: another process has the lease, or took it in the middle of the run; `lapsed`: the lease ended before the
 * store prolonged it, and nobody is known to have it.
 */
export type RunResult = (typeof RUN_RESULTS)[number];

export class JobLoop {
  readonly #options: JobLoopOptions;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #wake: () => void = () => {};
  #awake = false;

  /** Starts the loop. */
  constructor(options: JobLoopOptions) {
    this.#options = options;
    this.#ended = this.#loop();
  }

  /** Runs the job as soon as it is free, instead of at the end of the interval. An outage's wait is not cut short. */
  wake(): void {
    this.#awake = true;
    this.#wake();
  }

  /** Resolves when the run that is under way has ended and the lease is given up; none begins any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
    await this.#options.lease.release();
  }

  async #loop(): Promise<void> {
    const { name, intervalMs, log, lease, run, onRun } = this.#options;
    const { signal } = this.#stopping;
    let failures = 0;
    let outage: string | null = null;
    let standingBy = false;
    while (!signal.aborted) {
      this.#awake = false;
      let failed = false;
      try {
        const isOurs = await lease.run(signal, run);
        onRun?.(name, isOurs ? "done" : "stood_by");
        if (isOurs === standingBy) log.info({ job: name }, isOurs ? TAKEN_OVER : STANDING_BY);
        standingBy = !isOurs;
        if (isOurs) {
          if (outage !== null) log.info({ job: name, outage, tries: failures }, "recovered");
          failures = 0;
          outage = null;
        }
      } catch (error) {
        if (signal.aborted) return;
        onRun?.(name, resultOf(error));
        if (error instanceof LeaseLostError) {
          if (!standingBy) log.warn({ job: name, reason: error.message }, STANDING_BY);
          standingBy = true;
        } else {
          failed = true;
          failures++;
          // An outage of the store is that of all jobs, and told once by whoever watches the store.
          if (!(error instanceof StoreUnavailableError)) {
            const { kind, level, fields } = judge(error);
            if (kind !== outage) log[level]({ job: name, ...fields }, kind);
            outage = kind;
          }
        }
      }
      await this.#pause(failed ? backoffMs(intervalMs, failures) : intervalMs, !failed);
    }
  }

  #pause(delayMs: number, wakeable: boolean): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted || (wakeable && this.#awake)) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        this.#wake = () => {};
        resolve();
      };
      const timer = setTimeout(end, delayMs);
      signal.addEventListener("abort", end, { once: true });
      if (wakeable) this.#wake = end;
    });
  }
}

/** Doubles with every failure; half of it is random, so that instances do not come back all at once. */
function backoffMs(intervalMs: number, failures: number): number {
  const fullMs = Math.min(MAX_BACKOFF_MS, intervalMs * 2 ** Math.min(failures, 16));
  return fullMs / 2 + (Math.random() * fullMs) / 2;
}

function resultOf(error: unknown): RunResult {
  if (error instanceof LeaseLostError) return "stood_by";
  return error instanceof LeaseLapsedError ? "lapsed" : "failed";
}

/** What is out, and how grave that is, by the error that tells of it. */
const OUTAGES: readonly (readonly [
  error: abstract new (...parameters: never[]) => Error,
  level: "warn" | "error",
  kind: string,
])[] = [
  [SourceError, "warn", "the chain gives no usable answer"],
  [ChainUnavailableError, "warn", "the chain gives no usable answer"],
  [InsufficientFundsError, "error", "the anchor address has insufficient funds"],
  [AnchorTooDearError, "error", "an anchor would cost more than SVC_ANCHOR_MAX_COST_GWEI allows"],
  [
    ChainReplacedError,
    "error",
    "this is not the chain that was anchored on; anchoring is stopped until it is back",
  ],
  [
    ImplausibleNonceError,
    "error",
    "the chain counts far more transactions of the anchor address than this service made; another program uses its key, or the endpoint errs; anchoring is stopped until the count is plausible",
  ],
  [LeaseLapsedError, "warn", "the lease lapsed: the store did not prolong it in time"],
  [
    TooFewCalendarsError,
    "error",
    "too few calendars take digests; nothing is submitted to Bitcoin until more do",
  ],
  [BlobStoreError, "error", "the storage of originals does not answer"],
];

/** How an error is told. Only messages of our own are: causes may quote an endpoint's address, which may hold a key. */
function judge(error: unknown): { kind: string; level: "warn" | "error"; fields: object } {
  const reason = error instanceof Error ? error.message : String(error);
  const outage = OUTAGES.find(([type]) => error instanceof type);
  if (outage !== undefined) return { level: outage[1], kind: outage[2], fields: { reason } };
  // A fault of this program. It must not end the loop: the next run may see another batch or another answer.
  return {
    kind: "a job failed",
    level: "error",
    fields: { reason, stack: error instanceof Error ? error.stack : undefined },
  };
}
