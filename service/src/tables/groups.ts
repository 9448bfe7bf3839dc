/** The queue of an engine that runs rules in groups: what is asked for while a group is under way forms the next one. */
import { type RowWrite, type Run, runGroup, type Snapshot } from "./group.js";
import { CLOSED, DuplicateError, type Rule, StoreUnavailableError } from "./store.js";

/** Bounds a transaction: more would hold what others need for longer. */
const MAX_GROUP = 64;
/** After so many groups that did not accept a rule, it runs alone, so that it comes to an end. */
const PATIENCE = 3;

interface Asked {
  readonly rule: Rule<unknown>;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  groups: number;
  hasMetDuplicate: boolean;
}

/**
 * Gives `run` a snapshot, and commits what it returns. May do so several times; only the last one counts.
 *
 * @throws DuplicateError, and nothing is written.
 */
export type Transact = (run: (snapshot: Snapshot) => Promise<readonly RowWrite[]>) => Promise<void>;

export class Groups {
  readonly #transact: Transact;
  #queue: Asked[] = [];
  #working: Promise<void> | null = null;
  #isClosed = false;

  constructor(transact: Transact) {
    this.#transact = transact;
  }

  run(rule: Rule<unknown>): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailableError(CLOSED));
    return new Promise((resolve, reject) => {
      this.#queue.push({ rule, resolve, reject, groups: 0, hasMetDuplicate: false });
      this.#working ??= this.#work();
    });
  }

  /** Resolves when all is done that was asked for. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#working;
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      // Requests that arrive in this turn of the event loop join the group.
      await new Promise(setImmediate);
      const size = this.#queue[0]!.groups >= PATIENCE ? 1 : MAX_GROUP;
      await this.#commit(this.#queue.splice(0, size));
    }
    this.#working = null;
  }

  /** Never rejects. */
  async #commit(group: readonly Asked[]): Promise<void> {
    let last: Run | undefined;
    try {
      await this.#transact(async (snapshot) => {
        last = await runGroup(
          group.map(({ rule }) => rule),
          snapshot,
        );
        return last.writes;
      });
    } catch (error) {
      await this.#fail(group, error);
      return;
    }
    const again: Asked[] = [];
    for (const [i, asked] of group.entries()) {
      const outcome = last!.outcomes[i] ?? null;
      if (outcome === null) again.push(asked);
      else if ("error" in outcome) asked.reject(outcome.error);
      else asked.resolve(outcome.answer);
    }
    this.#repeat(again);
  }

  /**
   * One request's fault is not another's: the group is split until it has one. A duplicate then runs once more, because
   * its snapshot may have been old.
   */
  async #fail(group: readonly Asked[], error: unknown): Promise<void> {
    const first = group[0]!;
    if (error instanceof StoreUnavailableError) for (const { reject } of group) reject(error);
    else if (group.length > 1) {
      const half = group.length >> 1;
      await this.#commit(group.slice(0, half));
      await this.#commit(group.slice(half));
    } else if (error instanceof DuplicateError && !first.hasMetDuplicate) {
      first.hasMetDuplicate = true;
      await this.#commit(group);
    } else first.reject(error);
  }

  #repeat(again: readonly Asked[]): void {
    for (const asked of again) asked.groups++;
    this.#queue.unshift(...again);
  }
}
