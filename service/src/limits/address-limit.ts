/**
 * A number of requests a minute for each address, over all instances on a store. It never waits long for the store:
 * requests that the store does not count in time, this instance counts alone. Such a limit protects the service, and
 * must neither fail open nor fail the service. `MinuteLimiter` limits accounts: it is exact, or refuses.
 */
import { MemoryRates } from "../store/memory-rates.js";
import { type RateStore, StoreUnavailableError } from "../store/store.js";
import { RateLimit } from "./rate-limit.js";
import { Refusals } from "./refusals.js";

const WINDOW_MS = 60_000;
/** Maximum number of refused addresses in memory. Beyond that, the store is asked again. */
const MAX_REFUSED_ADDRESSES = 10_000;

export class AddressLimit {
  readonly #points: number;
  readonly #limit: RateLimit;
  readonly #waitMs: number;
  /**
   * All requests to this instance, whether or not the store counted them, so that an outage does not begin a new
   * minute.
   */
  readonly #own = new MemoryRates();
  /** So that a flood of one address costs the store nothing. */
  readonly #refusals = new Refusals(MAX_REFUSED_ADDRESSES);

  /** @param waitMs how long a request waits for the store's count. */
  constructor(rates: RateStore, perMinute: number, waitMs: number) {
    this.#points = perMinute;
    this.#waitMs = waitMs;
    this.#limit = new RateLimit(rates, { name: "requests", points: perMinute, windowMs: WINDOW_MS });
  }

  /** Counts a request. Null when it is allowed, otherwise the milliseconds until the limit resets. */
  async take(address: string): Promise<number | null> {
    const leftMs = this.#refusals.leftMs(address);
    if (leftMs !== null) return leftMs;
    const own = await this.#own.add(address, 1, WINDOW_MS);
    const counted = await this.#countedInTime(address);
    if (counted !== undefined) return counted;
    return own.total <= this.#points ? null : own.endsInMs;
  }

  /** Undefined when the store has not answered. */
  #countedInTime(address: string): Promise<number | null | undefined> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(undefined), this.#waitMs);
      this.#limit
        .take(address)
        .then(
          ({ delayMs }) => {
            // A late answer counts for the next request.
            if (delayMs !== null) this.#refusals.remember(address, delayMs);
            resolve(delayMs);
          },
          (error: unknown) => (error instanceof StoreUnavailableError ? resolve(undefined) : reject(error)),
        )
        .finally(() => clearTimeout(timer));
    });
  }
}
