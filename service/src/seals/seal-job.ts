/**
 * The job that completes pending seals. It runs in the one instance that holds its lease; requests complete seals
 * too, and a claim on each seal keeps the two apart.
 */
import { JobLease } from "../anchoring/job-lease.js";
import type { JobLog } from "../anchoring/job-log.js";
import { JobLoop, type JobLoopOptions } from "../anchoring/job-loop.js";
import type { Store } from "../store/store.js";
import type { SealExchange } from "./seal-exchange.js";

/** Name of the job and of its lease. */
export const SEAL_JOB = "seal";
/** Seals of one look. */
const MAX_DUE = 100;
/** Questions to the authority at the same time. */
const PARALLEL = 4;

export interface SealJobOptions {
  readonly store: Pick<Store, "seals" | "leases">;
  readonly exchange: SealExchange;
  readonly log: JobLog;
  /** This process among those that share the store. */
  readonly holder: string;
  readonly leaseMs: number;
  /** Between two looks at what is due. */
  readonly intervalMs: number;
  /** Told of the end of every run. */
  readonly onRun?: NonNullable<JobLoopOptions["onRun"]>;
}

/** Starts the job. */
export function startSealJob(options: SealJobOptions): JobLoop {
  const { store, exchange, log, holder, leaseMs, intervalMs, onRun } = options;
  return new JobLoop({
    name: SEAL_JOB,
    intervalMs,
    log,
    lease: new JobLease({ leases: store.leases, name: SEAL_JOB, holder, leaseMs }),
    ...(onRun === undefined ? {} : { onRun }),
    run: async (_lease, signal) => {
      // For the metrics, which see what the store answers.
      await store.seals.pending();
      const due = await store.seals.takeDue(new Date(), MAX_DUE);
      for (let at = 0; at < due.length; at += PARALLEL) {
        const asked = due.slice(at, at + PARALLEL).map(({ proofId }) => exchange.ask(proofId));
        // Exchanges go on by themselves, and what they bring is stored.
        const outcomes = await Promise.race([Promise.all(asked), aborted(signal)]);
        // Where one is not issued, the others would most likely not be: they stay due, and go before it next time.
        if (outcomes.some(({ kind }) => kind === "pending")) return;
      }
    },
  });
}

/** Rejects with the reason when the signal aborts. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
