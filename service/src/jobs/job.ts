/** A job: lease, loop, backoff, outages. */
import type { JobLog } from "../log.js";
import type { LeaseStore, Records } from "../records/records.js";
import type { Lease } from "../records/types.js";
import { LeaseLostError, StoreUnavailableError } from "../store/store.js";

/**
 * The right of this process to do a job, kept for as long as the job runs: docs/design/anchoring.md, "Instances".
 *
 * This process measures the lease on its monotonic clock, from before the request, so it never considers the lease
 * longer than the store does. This ends work on the chain; the store itself refuses late writes.
 */
export interface JobLeaseOptions {
  readonly leases: LeaseStore;
  /** The job. */
  readonly name: string;
  /** This process. */
  readonly holder: string;
  readonly leaseMs: number;
}

/** A lease, and when it is over on the clock of `performance.now()`. */
interface HeldLease {
  readonly lease: Lease;
  readonly endsAtMs: number;
}

/** The lease ended during a run, because the store did not renew it in time. No other holder is known. */
export class LeaseLapsedError extends Error {
  override readonly name = "LeaseLapsedError";
}

export class JobLease {
  readonly #options: JobLeaseOptions;
  #held: HeldLease | null = null;
  /** The last call to the store, answered or not. */
  #asked: Promise<unknown> = Promise.resolve();

  constructor(options: JobLeaseOptions) {
    this.#options = options;
  }

  /**
   * Does some work under the lease, which is renewed meanwhile.
   *
   * @param stopping ends the work.
   * @param work must give up soon after its signal aborts.
   * @returns false when another process holds the lease: nothing was done.
   * @throws LeaseLostError when another process took the lease over meanwhile.
   * @throws LeaseLapsedError when it ended meanwhile.
   */
  async run(
    stopping: AbortSignal,
    work: (lease: Lease, signal: AbortSignal) => Promise<void>,
  ): Promise<boolean> {
    const held = this.#fresh() ?? (await this.#acquire());
    if (held === null) return false;
    const ending = new AbortController();
    const stop = () => ending.abort(stopping.reason);
    stopping.addEventListener("abort", stop);
    if (stopping.aborted) stop();
    const endWatch = this.#watch(held, ending);
    try {
      await work(held.lease, ending.signal);
      return true;
    } catch (error) {
      // After any error, the lease is requested again before the next run.
      if (this.#held !== null) this.#held = { ...this.#held, endsAtMs: Number.NEGATIVE_INFINITY };
      // Aborted work fails with errors of its own; the reason of the abort is what counts.
      throw ending.signal.aborted ? ending.signal.reason : error;
    } finally {
      endWatch();
      stopping.removeEventListener("abort", stop);
    }
  }

  /** Releases the job at once. If the store does not answer, the lease ends by itself. */
  async release(): Promise<void> {
    // A pending answer may still grant the lease.
    await this.#asked;
    if (this.#held !== null) await this.#options.leases.release(this.#held.lease).catch(() => {});
    this.#held = null;
  }

  /** The lease, if most of its time is left. Renewing it is a durable write, and jobs run twice a second. */
  #fresh(): HeldLease | null {
    if (this.#held === null) return null;
    return this.#held.endsAtMs - performance.now() > this.#options.leaseMs / 2 ? this.#held : null;
  }

  async #acquire(): Promise<HeldLease | null> {
    const { leases, name, holder, leaseMs } = this.#options;
    const endsAtMs = performance.now() + leaseMs;
    const asked = leases.acquire(name, holder, leaseMs);
    this.#asked = asked.catch(() => {});
    const lease = await asked;
    this.#held = lease === null ? null : { lease, endsAtMs };
    return this.#held;
  }

  /** Renews the lease, and aborts as soon as it is over. @returns a function that ends the watch. */
  #watch({ lease, endsAtMs }: HeldLease, ending: AbortController): () => void {
    let lastsUntilMs = endsAtMs;
    let isAsking = false;
    const end = (error: Error) => ending.abort(error);
    const lapsed = () =>
      new LeaseLapsedError(`the lease of the job "${lease.name}" ended in the middle of a run`);
    const look = () => {
      const leftMs = lastsUntilMs - performance.now();
      if (leftMs <= 0) end(lapsed());
      else lapse = setTimeout(look, leftMs);
    };
    const prolong = async () => {
      if (isAsking) return;
      isAsking = true;
      try {
        const held = await this.#acquire();
        if (held === null)
          end(new LeaseLostError(`another instance took over the lease of the job "${lease.name}"`));
        // A new token: the lease had ended, but nobody else took it.
        else if (held.lease.token !== lease.token) end(lapsed());
        else lastsUntilMs = held.endsAtMs;
      } catch {
        // The store does not answer: the next try succeeds, or the lease ends.
      }
      isAsking = false;
    };
    let lapse = setTimeout(look, lastsUntilMs - performance.now());
    const prolonging = setInterval(prolong, this.#options.leaseMs / 3);
    return () => {
      clearTimeout(lapse);
      clearInterval(prolonging);
    };
  }
}

// Runs a job repeatedly, without overlap, while this process holds its lease. An outage is logged once when it begins,
// once when its kind changes, and once when a run of this process shows its end. That another process does the job is
// logged in the same way.

/** Longest wait between two tries, so that a recovery is noticed within half a minute. */
const MAX_BACKOFF_MS = 30_000;

const STANDING_BY = "another instance does the job; standing by";
const TAKEN_OVER = "this instance does the job from now on";

/** An outage of a dependency of a job, identified by its error. */
export interface OutageKind {
  readonly error: abstract new (...parameters: never[]) => Error;
  readonly level: "warn" | "error";
  /** Message in the log. */
  readonly message: string;
}

export interface JobLoopOptions {
  /** Name in the log. */
  readonly name: string;
  /** What else every line of the log names. */
  readonly about?: object;
  readonly intervalMs: number;
  readonly log: JobLog;
  readonly lease: JobLease;
  /** One run, under the lease. Must give up soon after the signal aborts. */
  readonly run: (lease: Lease, signal: AbortSignal) => Promise<void>;
  /** The possible outages of this job, besides the store. Other errors are faults of this program. */
  readonly outages?: readonly OutageKind[];
  /** Called at the end of every run. */
  readonly onRun?: (name: string, result: RunResult) => void;
}

export const RUN_RESULTS: readonly ["done", "failed", "stood_by", "lapsed"] = [
  "done",
  "failed",
  "stood_by",
  "lapsed",
];

/**
 * `stood_by`: another process has the lease, or took it during the run; `lapsed`: the lease ended before the store
 * renewed it, and no other holder is known.
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

  /** Resolves when the current run has ended and the lease is released. No further run begins. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
    await this.#options.lease.release();
  }

  async #loop(): Promise<void> {
    const { name, about, intervalMs, log, lease, run, outages = [], onRun } = this.#options;
    const job = { job: name, ...about };
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
        if (isOurs === standingBy) log.info(job, isOurs ? TAKEN_OVER : STANDING_BY);
        standingBy = !isOurs;
        if (isOurs) {
          if (outage !== null) log.info({ ...job, outage, tries: failures }, "recovered");
          failures = 0;
          outage = null;
        }
      } catch (error) {
        if (signal.aborted) return;
        onRun?.(name, resultOf(error));
        if (error instanceof LeaseLostError) {
          if (!standingBy) log.warn({ ...job, reason: error.message }, STANDING_BY);
          standingBy = true;
        } else {
          failed = true;
          failures++;
          // An outage of the store concerns all jobs; the watcher of the store logs it once.
          if (!(error instanceof StoreUnavailableError)) {
            const { kind, level, fields } = judge(error, outages);
            if (kind !== outage) log[level]({ ...job, ...fields }, kind);
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

/** The possible outages of any job. */
const OUTAGES: readonly OutageKind[] = [
  {
    error: LeaseLapsedError,
    level: "warn",
    message: "the lease lapsed: the store did not prolong it in time",
  },
];

/**
 * How an error is logged: only messages of our own, because causes may quote an endpoint's address, which may contain a
 * key.
 */
function judge(
  error: unknown,
  outages: readonly OutageKind[],
): { kind: string; level: "warn" | "error"; fields: object } {
  const reason = error instanceof Error ? error.message : String(error);
  const outage = [...outages, ...OUTAGES].find((one) => error instanceof one.error);
  if (outage !== undefined) return { level: outage.level, kind: outage.message, fields: { reason } };
  // A fault of this program. It must not end the loop: the next run may see another batch or another answer.
  return {
    kind: "a job failed",
    level: "error",
    fields: { reason, stack: error instanceof Error ? error.stack : undefined },
  };
}

// How all jobs are started: each runs in the one instance that holds the lease of its name.

/** What the jobs of a process share. */
export interface JobHost {
  readonly store: Pick<Records, "leases">;
  readonly log: JobLog;
  /** This process among those that share the store. */
  readonly holder: string;
  /** Time after which another instance may take over the jobs of an instance that no longer responds. */
  readonly leaseMs: number;
  /** Called at the end of every run of a job. */
  readonly onRun?: NonNullable<JobLoopOptions["onRun"]>;
}

/** Jobs that were started together. */
export interface Jobs {
  /** Ends the jobs without waiting for answers from outside. The store may be closed afterwards. */
  stop(): Promise<void>;
}

/** Starts a job; its name is its lease's. */
export function startLeasedJob(
  { store, log, holder, leaseMs, onRun }: JobHost,
  job: Pick<JobLoopOptions, "about" | "intervalMs" | "run" | "outages"> & { readonly name: JobName },
): JobLoop {
  const lease = new JobLease({ leases: store.leases, name: job.name, holder, leaseMs });
  return new JobLoop({ ...job, log, lease, ...(onRun === undefined ? {} : { onRun }) });
}

/** Names of the jobs and of their leases. */
export const JOB_NAMES = [
  "batch",
  "anchor",
  "witness",
  "attest",
  "headers",
  "seal",
  "revocation",
  "custody",
  "trust-list",
  "people",
  "mail",
] as const;

export type JobName = (typeof JOB_NAMES)[number];
