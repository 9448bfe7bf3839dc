/**
 * Proofs that an account may create a minute: interface, "Limits", rule 2. Counted in this process from the first
 * creation of a window on; a restart forgets the window, which the daily limit does not.
 */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { ApiError } from "../api-error.js";

const WINDOW_SECONDS = 60;

export class CreationLimiter {
  readonly #limiter: RateLimiterMemory | null;

  /** @param creationsPerMinute 0 sets no limit. */
  constructor(creationsPerMinute: number) {
    this.#limiter =
      creationsPerMinute === 0
        ? null
        : new RateLimiterMemory({ points: creationsPerMinute, duration: WINDOW_SECONDS });
  }

  /**
   * Counts one creation.
   *
   * @throws ApiError `rate_limited`.
   */
  async take(accountId: string): Promise<void> {
    try {
      await this.#limiter?.consume(accountId);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw new ApiError("rate_limited", `too many proofs in one minute: try again in ${seconds} s`, {
        headers: { "retry-after": String(seconds) },
      });
    }
  }

  /** Takes a count back: nothing was created after all. */
  async giveBack(accountId: string): Promise<void> {
    await this.#limiter?.reward(accountId);
  }
}
