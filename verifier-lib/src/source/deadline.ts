/** The time limit of a request, including its retries, combined with the caller's abort signal. */
export class Deadline {
  /** Aborts at the time limit, or when the caller's signal aborts. */
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #follow = () => this.#controller.abort(this.#parent?.reason);
  #isOver = false;

  constructor(timeoutMs: number, parent?: AbortSignal) {
    this.signal = this.#controller.signal;
    this.#parent = parent;
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#controller.abort();
    }, timeoutMs);
    parent?.addEventListener("abort", this.#follow, { once: true });
    if (parent?.aborted) this.#follow();
  }

  /** Whether the time limit has passed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves after the delay, or once the signal aborts. */
  pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, delayMs);
      this.signal.addEventListener("abort", end, { once: true });
      if (this.signal.aborted) end();
    });
  }

  /** Removes timer and listener. Must be called. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#parent?.removeEventListener("abort", this.#follow);
  }
}
