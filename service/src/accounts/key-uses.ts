/**
 * When keys were last used. A request only notes it in memory; what was noted is stored together, at most once a
 * minute, so that no request waits for it.
 */
import type { Log } from "../log.js";
import type { AccountStore } from "../records/records.js";
import { StoreUnavailableError } from "../store/store.js";

const INTERVAL_MS = 60_000;

export interface KeyUsesOptions {
  readonly intervalMs?: number;
  readonly log: Pick<Log, "error">;
}

export class KeyUses {
  readonly #accounts: Pick<AccountStore, "touchKeys">;
  readonly #intervalMs: number;
  readonly #log: Pick<Log, "error">;
  #noted = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(accounts: Pick<AccountStore, "touchKeys">, { intervalMs = INTERVAL_MS, log }: KeyUsesOptions) {
    this.#accounts = accounts;
    this.#intervalMs = intervalMs;
    this.#log = log;
  }

  /** Notes that a key is used now. */
  note(keyId: string): void {
    this.#noted.set(keyId, Date.now());
    // Not kept alive by this: `close` stores what is left.
    this.#wait();
  }

  /** Stores what was noted, once a storing that is under way has ended. Never rejects: an outage of the store must not stop the service from stopping. */
  async close(): Promise<void> {
    await this.#storing;
    await this.#store();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const noted = this.#noted;
    if (noted.size === 0) return;
    this.#noted = new Map();
    try {
      await this.#accounts.touchKeys([...noted].map(([id, at]) => ({ id, at: new Date(at) })));
    } catch (error) {
      // An outage is logged by the watcher of the store.
      if (!(error instanceof StoreUnavailableError))
        this.#log.error({ err: error }, "uses of keys are not stored");
      // Kept for the next time, without one that was noted meanwhile. There are no more of them than active keys.
      for (const [id, at] of noted) if (!this.#noted.has(id)) this.#noted.set(id, at);
      this.#wait();
    }
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => {
      this.#storing = this.#store();
    }, this.#intervalMs).unref();
  }
}
