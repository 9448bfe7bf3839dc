/**
 * A number of points a window for each key, counted in the store, so that it holds across instances. The library of
 * limiters exports no base class for a store of one's own; of what it does, this is all that is needed.
 */
import type { RateStore } from "../store/store.js";

export interface RateLimitSettings {
  /** Which limit it is: keeps keys of different limits apart. */
  readonly name: string;
  readonly points: number;
  readonly windowMs: number;
}

export class RateLimit {
  readonly #rates: RateStore;
  readonly #settings: RateLimitSettings;

  constructor(rates: RateStore, settings: RateLimitSettings) {
    this.#rates = rates;
    this.#settings = settings;
  }

  /**
   * Counts one point.
   *
   * @returns null when the limit allows it, else the milliseconds until the window ends; a point that is refused
   * counts until it is given back.
   * @throws StoreUnavailableError.
   */
  async take(key: string): Promise<number | null> {
    const { points } = this.#settings;
    const { total, endsInMs } = await this.#add(key, 1);
    return total <= points ? null : endsInMs;
  }

  /** Takes a point back. */
  async giveBack(key: string): Promise<void> {
    await this.#add(key, -1);
  }

  #add(key: string, points: number): Promise<{ total: number; endsInMs: number }> {
    const { name, windowMs } = this.#settings;
    return this.#rates.add(`${name}:${key}`, points, windowMs);
  }
}

/** Whole seconds for the header `Retry-After`: at least 1. */
export function retryAfterSeconds(delayMs: number): number {
  return Math.max(1, Math.ceil(delayMs / 1000));
}
