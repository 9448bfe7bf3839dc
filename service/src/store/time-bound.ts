/**
 * Bounds the time of a question to the store. If the process itself stood still (it was stopped, or its machine slept),
 * timers expire before the answers that arrived meanwhile are read. The time then starts once more, so that such an
 * answer counts, and the driver can replace a connection that it gave up.
 */
import { StoreUnavailableError } from "./store.js";

export class TimeBound {
  /** Rejects with a StoreUnavailableError when the time is up. */
  readonly exceeded: Promise<never>;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number) {
    this.exceeded = new Promise((_, reject) => {
      const fail = () => reject(new StoreUnavailableError("the store does not answer in time"));
      const dueAtMs = performance.now() + timeoutMs;
      this.#timer = setTimeout(() => {
        // A busy event loop is late by less than a fifth.
        if (performance.now() - dueAtMs < timeoutMs / 5) fail();
        else this.#timer = setTimeout(fail, timeoutMs);
      }, timeoutMs);
    });
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
