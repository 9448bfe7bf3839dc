/**
 * Runs a job repeatedly, without overlap, while this process holds its lease. An outage is logged once when it begins,
 * once when its kind changes, and once when a run of this process shows its end. That another process does the job is
 * logged in the same way.
 */
import type { Lease } from "../records/types.js";
import { LeaseLostError, StoreUnavailableError } from "../store/store.js";
import { type JobLease, LeaseLapsedError } from "./job-lease.js";
import type { JobLog } from "./job-log.js";

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
