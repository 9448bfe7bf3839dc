/** The queue of an engine that runs rules in groups: what is asked for while a group is under way forms the next one. */
import { CLOSED, type Rule, StoreUnavailableError } from "./store.js";

/** After so many groups that did not accept a rule, it runs alone, so that it comes to an end. */
const PATIENCE = 3;

export interface Asked {
  readonly rule: Rule<unknown>;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  /** How many groups did not accept it. */
  refusals: number;
}

/** Its groups run one after the other. */
export abstract class RuleQueue {
  readonly #maxGroup: number;
  #queue: Asked[] = [];
  #between: (() => Promise<void>) | null = null;
  #working: Promise<void> | null = null;
  #isClosed = false;

  constructor(maxGroup: number) {
    this.#maxGroup = maxGroup;
  }

  run(rule: Rule<unknown>): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailableError(CLOSED));
    return new Promise((resolve, reject) => {
      this.#queue.push({ rule, resolve, reject, refusals: 0 });
      this.#working ??= this.#work();
    });
  }

  /** Runs work that never rejects between two groups. Of several that wait, the last one. */
  protected between(work: () => Promise<void>): void {
    this.#between = work;
    this.#working ??= this.#work();
  }

  /** Resolves when all is done that was asked for. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#working;
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    while (this.#queue.length > 0 || this.#between !== null) {
      // Requests that arrive in this turn of the event loop join the group.
      await new Promise(setImmediate);
      const between = this.#between;
      this.#between = null;
      await between?.();
      const [first] = this.#queue;
      if (first === undefined) continue;
      const size = first.refusals >= PATIENCE ? 1 : this.#maxGroup;
      await this.runGroup(this.#queue.splice(0, size));
    }
    this.#working = null;
  }

  /** Settles each, or asks again for it. Never rejects. */
  protected abstract runGroup(group: readonly Asked[]): Promise<void>;

  /** They come before those that wait. */
  protected askAgain(refused: readonly Asked[]): void {
    for (const asked of refused) asked.refusals++;
    this.#queue.unshift(...refused);
  }
}
