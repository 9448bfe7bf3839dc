/** The budget of one verification, and how what it awaits is aborted. */
import { MAX_WORK_UNITS, WorkBudget } from "@svc-proof/shared/work";

/**
 * Settles like `promise`, or rejects with the reason of the signal as soon as it aborts. A later result or
 * rejection of `promise` is ignored. Passing the signal to `fetch` is not enough: undici holds it through weak references,
 * so an abort can get lost after a garbage collection.
 *
 * @param signal undefined if the wait cannot be aborted.
 */
export function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
  });
}

/** How long to work without yielding to the event loop. */
const TURN_MS = 25;

/** Options of `Work`. */
export interface WorkOptions {
  /** Ends the work: `pause` throws its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Default: `MAX_WORK_UNITS`. */
  readonly units?: number;
}

/** The budget of one verification, which several calls may share. */
export class Work extends WorkBudget {
  readonly signal: AbortSignal | undefined;
  #turnBegan = performance.now();

  constructor({ signal, units = MAX_WORK_UNITS }: WorkOptions = {}) {
    super(units);
    this.signal = signal;
  }

  /**
   * Yields to the event loop if 25 ms have passed since the last time. Long loops await this every few milliseconds.
   *
   * @throws what aborted the signal.
   */
  async pause(): Promise<void> {
    if (performance.now() - this.#turnBegan >= TURN_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      this.#turnBegan = performance.now();
    }
    this.signal?.throwIfAborted();
  }
}
