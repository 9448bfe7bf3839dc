/**
 * The right of this process to do a job, kept for as long as the job runs: docs/design/anchoring.md, "Instances".
 *
 * The time of the lease is measured on the monotonic clock of this process, from before it was asked for: here it is
 * never thought to last longer than in the store. That is what ends work on the chain; work on the store
 * is refused by the store itself.
 */
import { type Lease, LeaseLostError, type LeaseStore } from "../store/store.js";

export interface JobLeaseOptions {
  readonly leases: LeaseStore;
  /** The job. */
  readonly name: string;
  /** This process. */
  readonly holder: string;
  readonly leaseMs: number;
}

export class JobLease {
  readonly #options: JobLeaseOptions;
  #held: Lease | null = null;
  /** On the clock of `performance.now()`. */
  #endsAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: JobLeaseOptions) {
    this.#options = options;
  }

  /**
   * Does some work under the lease, which is prolonged meanwhile.
   *
   * @param stopping ends the work.
   * @param work must give up soon after its signal aborts.
   * @returns false when another process holds the lease: nothing was done.
   * @throws LeaseLostError when the lease was lost meanwhile.
   */
  async run(
    stopping: AbortSignal,
    work: (lease: Lease, signal: AbortSignal) => Promise<void>,
  ): Promise<boolean> {
    const lease = await this.#acquire();
    if (lease === null) return false;
    const ending = new AbortController();
    const stop = () => ending.abort(stopping.reason);
    stopping.addEventListener("abort", stop);
    if (stopping.aborted) stop();
    const endWatch = this.#watch(lease, ending);
    try {
      await work(lease, ending.signal);
      return true;
    } catch (error) {
      if (error instanceof LeaseLostError) this.#held = null;
      // What was cut short fails in its own ways; the cause is what counts.
      throw ending.signal.aborted ? ending.signal.reason : error;
    } finally {
      await endWatch();
      stopping.removeEventListener("abort", stop);
    }
  }

  /** Hands the job over at once. What the store answers is not waited for by anybody: the lease ends by itself. */
  async release(): Promise<void> {
    const lease = this.#held;
    this.#held = null;
    if (lease !== null) await this.#options.leases.release(lease).catch(() => {});
  }

  async #acquire(): Promise<Lease | null> {
    const { leases, name, holder, leaseMs } = this.#options;
    const askedAtMs = performance.now();
    this.#held = await leases.acquire(name, holder, leaseMs);
    this.#endsAtMs = askedAtMs + leaseMs;
    return this.#held;
  }

  /** Prolongs the lease, and aborts as soon as it is over. @returns ends the watch; nothing is asked for any more. */
  #watch(lease: Lease, ending: AbortController): () => Promise<void> {
    const lose = () =>
      ending.abort(new LeaseLostError(`the lease of the job "${lease.name}" ended in the middle of a run`));
    const look = () => {
      const leftMs = this.#endsAtMs - performance.now();
      if (leftMs <= 0) lose();
      else lapse = setTimeout(look, leftMs);
    };
    const prolong = async () => {
      try {
        if ((await this.#acquire())?.token !== lease.token) lose();
      } catch {
        // The store does not answer: the next try counts, or the end of the lease.
      }
      asking = null;
    };
    let asking: Promise<void> | null = null;
    let lapse = setTimeout(look, this.#endsAtMs - performance.now());
    const prolonging = setInterval(() => {
      asking ??= prolong();
    }, this.#options.leaseMs / 3);
    return async () => {
      clearTimeout(lapse);
      clearInterval(prolonging);
      await asking;
    };
  }
}
