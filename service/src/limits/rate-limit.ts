/**
 * A number of points per window for each key, counted in the store, so that it applies across instances. The library of
 * limiters exports no base class for custom stores, and this is the only part of it that is needed.
 */
import type { RateStore } from "../store/store.js";

export interface RateLimitSettings {
  /** Name of the limit, which separates its keys from those of other limits. */
  readonly name: string;
  readonly points: number;
  readonly windowMs: number;
}

export interface TakenPoint {
  /** Null when the limit allows it, otherwise the milliseconds until the window ends. */
  readonly delayMs: number | null;
  /**
   * Takes the point back, even one that was refused. Until then it counts in its window.
   *
   * @throws StoreUnavailableError.
   */
  giveBack(): Promise<void>;
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
   * @throws StoreUnavailableError.
   */
  async take(key: string): Promise<TakenPoint> {
    const { name, points, windowMs } = this.#settings;
    const counter = `${name}:${key}`;
    const { total, endsInMs, window } = await this.#rates.add(counter, 1, windowMs);
    return {
      delayMs: total <= points ? null : endsInMs,
      giveBack: () => this.#rates.takeBack(counter, 1, window),
    };
  }
}

/** Whole seconds for the header `Retry-After`: at least 1. */
export function retryAfterSeconds(delayMs: number): number {
  return Math.max(1, Math.ceil(delayMs / 1000));
}
