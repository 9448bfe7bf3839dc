/** Whether the service can take requests, and why not. */

/** A slower store is too slow for requests too. */
const PING_TIMEOUT_MS = 2_000;

export class Readiness {
  #askStore: (() => Promise<string | null>) | null = null;
  #stopping = false;
  /** What an operator should know though requests are answered, by subject. */
  readonly #notes = new Map<string, string>();
  /** What keeps the service from being ready though it could take requests, by subject. */
  readonly #holds = new Map<string, string>();
  /** The ping in progress: concurrent callers share it. */
  #ping: Promise<string | null> | null = null;

  /**
   * The API answers from now on.
   *
   * @param askStore resolves when the store answers, with a reason if the service must not serve nevertheless.
   */
  serving(askStore: () => Promise<string | null>): void {
    this.#askStore = askStore;
  }

  /** The service is about to stop and should get no new requests. */
  stopping(): void {
    this.#stopping = true;
  }

  /**
   * Something that does not keep the service from taking requests; null ends it.
   *
   * @param subject one of a bounded number.
   * @param text without secrets.
   */
  note(subject: string, text: string | null): void {
    if (text === null) this.#notes.delete(subject);
    else this.#notes.set(subject, text);
  }

  /** Something that must be mended before requests come; null ends it. Subject and text as of `note`. */
  hold(subject: string, text: string | null): void {
    if (text === null) this.#holds.delete(subject);
    else this.#holds.set(subject, text);
  }

  get notes(): readonly string[] {
    return [...this.#notes.values()];
  }

  /** The reasons why it is not ready; empty when it is. They contain no secrets. */
  async reasons(): Promise<readonly string[]> {
    if (this.#stopping) return ["the service is stopping"];
    if (this.#askStore === null) return ["the service is starting"];
    this.#ping ??= answered(this.#askStore).finally(() => {
      this.#ping = null;
    });
    const reason = await this.#ping;
    return [...(reason === null ? [] : [reason]), ...this.#holds.values()];
  }
}

function answered(ask: () => Promise<string | null>): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => resolve(`the store did not answer within ${PING_TIMEOUT_MS} ms`),
      PING_TIMEOUT_MS,
    );
    ask()
      .then(resolve, () => resolve("the store does not answer, or accepts no writes"))
      .finally(() => clearTimeout(timer));
  });
}
