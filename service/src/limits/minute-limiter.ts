/** What an account may do a minute, proofs it creates and seals it buys: docs/interface.md, "Limits", rule 2. */
import { ApiError } from "../api-error.js";
import { type RateStore, StoreUnavailableError } from "../store/store.js";
import { RateLimit, retryAfterSeconds, type TakenPoint } from "./rate-limit.js";

const WINDOW_MS = 60_000;

/** Something that was counted. */
export interface MinuteCount {
  /** Takes the count back: nothing came of it after all. */
  giveBack(): Promise<void>;
}

export class MinuteLimiter {
  readonly #what: string;
  readonly #limit: RateLimit | null;

  /**
   * @param what is counted, for the counter's name and the error message: "creations", "seals".
   * @param perMinute 0 sets no limit.
   */
  constructor(rates: RateStore, what: string, perMinute: number) {
    this.#what = what;
    this.#limit =
      perMinute === 0 ? null : new RateLimit(rates, { name: what, points: perMinute, windowMs: WINDOW_MS });
  }

  /**
   * Counts one.
   *
   * @returns `rate_limited` in place of a count when there is room for no more.
   * @throws StoreUnavailableError.
   */
  async take(accountId: string): Promise<MinuteCount | ApiError> {
    if (this.#limit === null) return { giveBack: async () => {} };
    const point = await this.#limit.take(accountId);
    if (point.delayMs === null) return { giveBack: () => giveBack(point) };
    // What is given back by others must make room, so refusals must not fill it.
    await giveBack(point);
    const seconds = retryAfterSeconds(point.delayMs);
    return new ApiError("rate_limited", `too many ${this.#what} in one minute: try again in ${seconds} s`, {
      headers: { "retry-after": String(seconds) },
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
