/** Some tasks at a time. */
export class Pool {
  readonly #size: number;
  readonly #running = new Set<Promise<void>>();
  #error: { readonly value: unknown } | null = null;

  /** @param size how many run at the same time. */
  constructor(size: number) {
    this.#size = size;
  }

  /** Begins a task when there is room. @throws what an earlier task threw. */
  async add(task: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#size) await Promise.race(this.#running);
    this.#rethrow();
    const run: Promise<void> = task()
      .catch((error: unknown) => {
        this.#error ??= { value: error };
      })
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Waits for all tasks. @throws what one of them threw. */
  async end(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    this.#rethrow();
  }

  #rethrow(): void {
    if (this.#error !== null) throw this.#error.value;
  }
}
