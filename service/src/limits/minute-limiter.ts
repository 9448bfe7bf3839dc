/**
 * Limits the proofs that an account creates and the seals that it buys a minute: docs/interface.md, "Limits", rule 2.
 */
import { ApiError } from "../api-error.js";
import { type RateStore, StoreUnavailableError } from "../store/store.js";
import {
  RateLimit,
  type RateLimitSettings,
  rateLimitHeaders,
  retryAfterSeconds,
  type TakenPoint,
} from "./rate-limit.js";

const WINDOW_MS = 60_000;

/** Something that was counted. */
export interface MinuteCount {
  /** Takes the count back, because nothing was created. */
  giveBack(): Promise<void>;
}

export class MinuteLimiter {
  readonly #settings: RateLimitSettings;
  readonly #limit: RateLimit | null;

  /**
   * @param what is counted, for the counter's name and the error message: "creations", "web-creations", "seals".
   * @param perMinute 0 sets no limit.
   */
  constructor(rates: RateStore, what: string, perMinute: number) {
    this.#settings = { name: what, points: perMinute, windowMs: WINDOW_MS };
    this.#limit = perMinute === 0 ? null : new RateLimit(rates, this.#settings);
  }

  /**
   * Counts one.
   *
   * @returns `rate_limited` instead of a count when the limit is reached.
   * @throws StoreUnavailableError.
   */
  async take(accountId: string): Promise<MinuteCount | ApiError> {
    if (this.#limit === null) return { giveBack: async () => {} };
    const point = await this.#limit.take(accountId);
    if (point.left >= 0) return { giveBack: () => giveBack(point) };
    // Refused requests must not count, so that points that others give back become available.
    await giveBack(point);
    const seconds = retryAfterSeconds(point.endsInMs);
    const { name } = this.#settings;
    return new ApiError("rate_limited", `too many ${name} in one minute: try again in ${seconds} s`, {
      headers: { "retry-after": String(seconds), ...rateLimitHeaders(this.#settings, point) },
    });
  }
}

async function giveBack(point: TakenPoint): Promise<void> {
  try {
    await point.giveBack();
  } catch (error) {
    // The answer is already known, and the window drops the count anyway.
    if (!(error instanceof StoreUnavailableError)) throw error;
  }
}
