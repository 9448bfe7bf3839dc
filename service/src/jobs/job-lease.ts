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

/** A lease, and when it is over on the clock of `performance.now()`. */
interface HeldLease {
  readonly lease: Lease;
  readonly endsAtMs: number;
}

/** The lease ended in the middle of a run: the store did not prolong it in time. Nobody is known to have it. */
export class LeaseLapsedError extends Error {
  override readonly name = "LeaseLapsedError";
}

export class JobLease {
  readonly #options: JobLeaseOptions;
  #held: HeldLease | null = null;
  /** What the store was asked last, whether it has answered or not. */
  #asked: Promise<unknown> = Promise.resolve();

  constructor(options: JobLeaseOptions) {
    this.#options = options;
  }

  /**
   * Does some work under the lease, which is prolonged meanwhile.
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
      // Whatever it was, the store is asked before the next run.
      if (this.#held !== null) this.#held = { ...this.#held, endsAtMs: Number.NEGATIVE_INFINITY };
      // What was cut short fails in its own ways; the cause is what counts.
      throw ending.signal.aborted ? ending.signal.reason : error;
    } finally {
      endWatch();
      stopping.removeEventListener("abort", stop);
    }
  }

  /** Hands the job over at once. Where the store does not answer, the lease ends by itself. */
  async release(): Promise<void> {
    // An answer that is under way may still give the lease.
    await this.#asked;
    if (this.#held !== null) await this.#options.leases.release(this.#held.lease).catch(() => {});
    this.#held = null;
  }

  /** The lease with most of its time left, if so: to ask for it is a durable write, and jobs run twice a second. */
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

  /** Prolongs the lease, and aborts as soon as it is over. @returns ends the watch. */
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
        // A new token: the lease had ended, and nobody wanted it.
        else if (held.lease.token !== lease.token) end(lapsed());
        else lastsUntilMs = held.endsAtMs;
      } catch {
        // The store does not answer: the next try counts, or the end of the lease.
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
