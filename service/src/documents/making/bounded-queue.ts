/** The queue is full; the task was not started. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";

  constructor() {
    super("the queue is full");
  }
}

/** Runs a few tasks at a time, in order of arrival. A task that does not fit is refused at once. */
export class BoundedQueue {
  readonly #atOnce: number;
  readonly #maxLength: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /**
   * @param atOnce tasks that run at a time.
   * @param maxLength tasks that wait besides them.
   */
  constructor(atOnce: number, maxLength: number) {
    this.#atOnce = atOnce;
    this.#maxLength = maxLength;
  }

  /** Number of waiting tasks. */
  get length(): number {
    return this.#waiting.length;
  }

  get isFull(): boolean {
    return this.#running >= this.#atOnce && this.length >= this.#maxLength;
  }

  /** @throws QueueFullError, and the errors of the task. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isFull) throw new QueueFullError();
    if (this.#running < this.#atOnce) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The next task takes this one's slot, so the number of running tasks stays the same.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
