/**
 * The right of this process to do a job, kept for as long as the job runs: docs/design/anchoring.md, "Instances".
 *
 * This process measures the lease on its monotonic clock, from before the request, so it never considers the lease
 * longer than the store does. This ends work on the chain; the store itself refuses late writes.
 */
import type { LeaseStore } from "../records/records.js";
import type { Lease } from "../records/types.js";
import { LeaseLostError } from "../store/store.js";

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
