/**
 * Groups the queries of one turn of the event loop into one. The cost of a query is its round trip, more of it in the
 * driver than in the server (0.4 of 0.6 ms, measured), so 64 queries together cost little more than one.
 *
 * Each query is answered by a read that begins after it. A query waits while earlier groups are in flight, at most
 * until they time out. The package `dataloader` groups queries but does not bound the groups in flight.
 */

/** Bounds the size of a query and of its answer. */
const MAX_GROUP = 256;

/** More would make the groups smaller. With one, a single hanging connection would block all queries. */
const MAX_IN_FLIGHT = 2;

interface Pending<Query, Answer> {
  readonly query: Query;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export class BatchLoader<Query, Answer> {
  readonly #loadGroup: (group: readonly Query[]) => Promise<readonly Answer[]>;
  readonly #maxInFlight: number;
  #queue: Pending<Query, Answer>[] = [];
  #inFlight = 0;
  #isScheduled = false;

  /**
   * @param loadGroup resolves with the answers to a group, in the same order. When it rejects, all queries of the group
   * reject.
   * @param maxInFlight groups in flight at a time.
   */
  constructor(
    loadGroup: (group: readonly Query[]) => Promise<readonly Answer[]>,
    { maxInFlight = MAX_IN_FLIGHT }: { maxInFlight?: number } = {},
  ) {
    this.#loadGroup = loadGroup;
    this.#maxInFlight = maxInFlight;
  }

  load(query: Query): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ query, resolve, reject });
      this.#schedule();
    });
  }

  /** Sends at the end of the turn, so that everything that arrived in it is included. */
  #schedule(): void {
    if (this.#isScheduled || this.#queue.length === 0 || this.#inFlight >= this.#maxInFlight) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#send(this.#queue.splice(0, MAX_GROUP));
      this.#schedule();
    });
  }

  /** Never rejects. */
  async #send(group: readonly Pending<Query, Answer>[]): Promise<void> {
    this.#inFlight++;
    try {
      const answers = await this.#loadGroup(group.map(({ query }) => query));
      for (const [i, { resolve }] of group.entries()) resolve(answers[i]!);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    this.#inFlight--;
    this.#schedule();
  }
}
