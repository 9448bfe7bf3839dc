/** What `registerMany` remembers between two runs. `openJournal` of the entry `./node` keeps it in a file. */

export interface Journal {
  /**
   * The prefix of the idempotency keys of all runs with this journal. It was stored before the first request, so that a
   * request whose answer was lost is repeated with the same key.
   */
  readonly run: string;
  /** The proof of a fingerprint that an earlier run has registered; undefined if there is none. */
  find(hash: string): string | undefined;
  /** Adds what was registered. Resolves when it is durable. */
  add(hash: string, id: string): Promise<void>;
}
