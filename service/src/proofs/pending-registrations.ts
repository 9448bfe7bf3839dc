/**
 * Registrations in flight in this process. Equal ones that arrive together wait for the first and then find its proof.
 * Otherwise all would count as creations, and the limit per minute would refuse most of them.
 */
export class PendingRegistrations {
  readonly #firsts = new Map<string, Promise<unknown>>();

  /**
   * Does some work, after any that is in flight under one of the names.
   *
   * @param names what the work may create.
   */
  async run<Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const ahead = names.flatMap((name) => this.#firsts.get(name) ?? []);
    if (ahead.length > 0) {
      // There is no queue: all waiting registrations continue together, so none waits for more than one.
      await Promise.allSettled(ahead);
      return work();
    }
    const first = work();
    for (const name of names) this.#firsts.set(name, first);
    try {
      return await first;
    } finally {
      for (const name of names) this.#firsts.delete(name);
    }
  }
}
