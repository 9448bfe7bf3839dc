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

export interface RateState {
  /** Points that are left in the window; negative when the limit refuses. */
  readonly left: number;
  /** Milliseconds until the window ends. */
  readonly endsInMs: number;
}

export interface TakenPoint extends RateState {
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
      left: points - total,
      endsInMs,
      giveBack: () => this.#rates.takeBack(counter, 1, window),
    };
  }
}

/**
 * The headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10): the limit, and what is left of it.
 */
export function rateLimitHeaders(
  { name, points, windowMs }: RateLimitSettings,
  { left, endsInMs }: RateState,
): Readonly<Record<"ratelimit-policy" | "ratelimit", string>> {
  return {
    "ratelimit-policy": `"${name}";q=${points};w=${windowMs / 1000}`,
    ratelimit: `"${name}";r=${Math.max(0, left)};t=${retryAfterSeconds(endsInMs)}`,
  };
}

/** Whole seconds for the header `Retry-After`: at least 1. */
export function retryAfterSeconds(delayMs: number): number {
  return Math.max(1, Math.ceil(delayMs / 1000));
}
