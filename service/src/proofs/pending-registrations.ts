/**
 * Registrations under way in this process. Equal ones that come at once wait for the first of them, and then find what
 * it made: they would all count as creations otherwise, and most be refused for being too many in a minute.
 */
export class PendingRegistrations {
  readonly #firsts = new Map<string, Promise<unknown>>();

  /**
   * Does some work; when any of the names is worked on already, after that.
   *
   * @param names of what the work may make.
   */
  async run<Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const ahead = names.flatMap((name) => this.#firsts.get(name) ?? []);
    if (ahead.length > 0) {
      // No queue: those that waited go on together, so that none waits for more than one.
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
