/** Whether the service can take requests, and why not. */
import type { Store } from "../store/store.js";

/** A store that needs longer is of no use to a request either. */
const PING_TIMEOUT_MS = 2_000;

export class Readiness {
  #store: Store | null = null;
  #stopping = false;
  /** The question that is under way: however many ask, the store is asked once. */
  #ping: Promise<string | null> | null = null;

  /** The API answers from now on, from this store. */
  serving(store: Store): void {
    this.#store = store;
  }

  /** The service is about to stop: nothing new should come. */
  stopping(): void {
    this.#stopping = true;
  }

  /** The reasons why it cannot; none when it can. They hold nothing secret. */
  async reasons(): Promise<readonly string[]> {
    if (this.#stopping) return ["the service is stopping"];
    if (this.#store === null) return ["the service is starting"];
    this.#ping ??= pinged(this.#store).finally(() => {
      this.#ping = null;
    });
    const reason = await this.#ping;
    return reason === null ? [] : [reason];
  }
}

function pinged(store: Store): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => resolve(`the store did not answer within ${PING_TIMEOUT_MS} ms`),
      PING_TIMEOUT_MS,
    );
    store
      .ping()
      .then(
        () => resolve(null),
        () => resolve("the store does not answer"),
      )
      .finally(() => clearTimeout(timer));
  });
}
