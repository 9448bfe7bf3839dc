/** There is no room for the task: it was not started. */
export class QueueFullError extends Error {
  override readonly name = "QueueFullError";

  constructor() {
    super("the queue is full");
  }
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: QueueFullError) => void;
}

/**
 * Runs a few tasks at a time, the accounts in turn: who asks for much waits for their own. When it is full, the newest task
 * of the account that waits with most gives up its place to an account that waits with less.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #maxLength: number;
  /** By account; the first account has the next turn. */
  readonly #waiting = new Map<string, Waiting[]>();
  #length = 0;
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
    return this.#length;
  }

  /** Whether a task of an account would be refused now. */
  isFullFor(account: string): boolean {
    return this.#isFull && this.#longestBeside(account) === undefined;
  }

  /** @throws QueueFullError, also later for a task that gave up its place; and the errors of the task. */
  async run<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#atOnce) this.#running++;
    else await this.#wait(account);
    try {
      return await work();
    } finally {
      this.#beginNext();
    }
  }

  get #isFull(): boolean {
    return this.#running >= this.#atOnce && this.#length >= this.#maxLength;
  }

  #wait(account: string): Promise<void> {
    if (this.#isFull) {
      const longest = this.#longestBeside(account);
      if (longest === undefined) throw new QueueFullError();
      this.#length--;
      longest.pop()!.refuse(new QueueFullError());
    }
    return new Promise((begin, refuse) => {
      const own = this.#waiting.get(account) ?? [];
      own.push({ begin, refuse });
      this.#waiting.set(account, own);
      this.#length++;
    });
  }

  /** The tasks of the account that waits with most, if it would still wait with as many as this one, with one less. */
  #longestBeside(account: string): Waiting[] | undefined {
    let longest: Waiting[] | undefined;
    for (const tasks of this.#waiting.values())
      if (tasks.length > (longest?.length ?? (this.#waiting.get(account)?.length ?? 0) + 1)) longest = tasks;
    return longest;
  }

  /** The next task takes the place of one that ended, so the number of running tasks stays the same. */
  #beginNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running--;
      return;
    }
    const [account, tasks] = next;
    this.#waiting.delete(account);
    this.#length--;
    tasks.shift()!.begin();
    if (tasks.length > 0) this.#waiting.set(account, tasks);
  }
}
