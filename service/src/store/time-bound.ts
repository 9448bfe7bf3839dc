/**
 * The time that a question may take, by what this process has seen of it. Where the process itself stood still (it was
 * stopped, or its machine slept), timers run out before anything that has arrived meanwhile is read: the time then
 * begins once more, so that an answer that lies there counts, and a connection that the driver gave up is replaced.
 */
import { StoreUnavailableError } from "./store.js";

export class TimeBound {
  /** Rejects with a StoreUnavailableError when the time is over. */
  readonly exceeded: Promise<never>;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number) {
    this.exceeded = new Promise((_, reject) => {
      const fail = () => reject(new StoreUnavailableError("the store does not answer in time"));
      const dueAtMs = performance.now() + timeoutMs;
      this.#timer = setTimeout(() => {
        // A fifth is more than a busy event loop is late.
        if (performance.now() - dueAtMs < timeoutMs / 5) fail();
        else this.#timer = setTimeout(fail, timeoutMs);
      }, timeoutMs);
    });
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
