/** Runs tasks in order, with limited concurrency. */
export class TaskQueue {
  readonly #atATime: number;
  readonly #waiting: (() => Promise<void>)[] = [];
  #running = 0;

  constructor(atATime: number) {
    this.#atATime = atATime;
  }

  /** @param work never rejects. */
  add(work: () => Promise<void>): void {
    this.#waiting.push(work);
    this.#next();
  }

  #next(): void {
    while (this.#running < this.#atATime) {
      const work = this.#waiting.shift();
      if (work === undefined) return;
      this.#running++;
      void work().finally(() => {
        this.#running--;
        this.#next();
      });
    }
  }
}
