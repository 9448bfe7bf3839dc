/**
 * A number of requests a minute for each address, over all instances on a store. It never waits long for the store:
 * requests that the store does not count in time, this instance counts alone. Such a limit protects the service, and
 * must neither fail open nor fail the service. `MinuteLimiter` limits accounts: it is exact, or refuses.
 */
import { MemoryRates } from "../store/memory-rates.js";
import { type RateStore, StoreUnavailableError } from "../store/store.js";
import { RateLimit, type RateLimitSettings, type RateState } from "./rate-limit.js";
import { Refusals } from "./refusals.js";

const WINDOW_MS = 60_000;
/** Maximum number of refused addresses in memory. Beyond that, the store is asked again. */
const MAX_REFUSED_ADDRESSES = 10_000;

export class AddressLimit {
  readonly settings: RateLimitSettings;
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
    this.settings = { name: "requests", points: perMinute, windowMs: WINDOW_MS };
    this.#waitMs = waitMs;
    this.#limit = new RateLimit(rates, this.settings);
  }

  /** Counts a request. */
  async take(address: string): Promise<RateState> {
    const refusedMs = this.#refusals.leftMs(address);
    if (refusedMs !== null) return { left: -1, endsInMs: refusedMs };
    const own = await this.#own.add(address, 1, WINDOW_MS);
    const counted = await this.#countedInTime(address);
    return counted ?? { left: this.settings.points - own.total, endsInMs: own.endsInMs };
  }

  /** Undefined when the store has not answered. */
  #countedInTime(address: string): Promise<RateState | undefined> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(undefined), this.#waitMs);
      this.#limit
        .take(address)
        .then(
          (state) => {
            // A late answer counts for the next request.
            if (state.left < 0) this.#refusals.remember(address, state.endsInMs);
            resolve(state);
          },
          (error: unknown) => (error instanceof StoreUnavailableError ? resolve(undefined) : reject(error)),
        )
        .finally(() => clearTimeout(timer));
    });
  }
}
