/** Groups of rules on a snapshot: each is committed as a whole, and rules that it did not accept are in the next one. */
import { type RowWrite, type Run, runGroup, type Snapshot } from "./group.js";
import { type Asked, RuleQueue } from "./rule-queue.js";
import { DuplicateError, StoreUnavailableError } from "./store.js";

/** Bounds a transaction: more would hold what others need for longer. */
const MAX_GROUP = 64;

/**
 * Gives `run` a snapshot, and commits what it returns. May do so several times; only the last one counts.
 *
 * @throws DuplicateError, and nothing is written.
 */
export type Transact = (run: (snapshot: Snapshot) => Promise<readonly RowWrite[]>) => Promise<void>;

export class Groups extends RuleQueue {
  readonly #transact: Transact;
  readonly #metDuplicate = new WeakSet<Asked>();

  constructor(transact: Transact) {
    super(MAX_GROUP);
    this.#transact = transact;
  }

  protected runGroup(group: readonly Asked[]): Promise<void> {
    return this.#commit(group);
  }

  /** Never rejects. */
  async #commit(group: readonly Asked[]): Promise<void> {
    const rules = group.map(({ rule }) => rule);
    let last: Run | undefined;
    try {
      await this.#transact(async (snapshot) => {
        last = await runGroup(rules, snapshot);
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
    this.askAgain(again);
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
    } else if (error instanceof DuplicateError && !this.#metDuplicate.has(first)) {
      this.#metDuplicate.add(first);
      await this.#commit(group);
    } else first.reject(error);
  }
}
