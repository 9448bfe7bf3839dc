/** Proofs that an account may create a minute: interface, "Limits", rule 2. */
import { ApiError } from "../api-error.js";
import { type RateStore, StoreUnavailableError } from "../store/store.js";
import { RateLimit, retryAfterSeconds, type TakenPoint } from "./rate-limit.js";

const WINDOW_MS = 60_000;

/** A creation that was counted. */
export interface CreationCount {
  /** Takes the count back: nothing was created after all. */
  giveBack(): Promise<void>;
}

export class CreationLimiter {
  readonly #limit: RateLimit | null;

  /** @param creationsPerMinute 0 sets no limit. */
  constructor(rates: RateStore, creationsPerMinute: number) {
    this.#limit =
      creationsPerMinute === 0
        ? null
        : new RateLimit(rates, { name: "creations", points: creationsPerMinute, windowMs: WINDOW_MS });
  }

  /**
   * Counts one creation.
   *
   * @returns `rate_limited` in place of a count when there is room for no more.
   * @throws StoreUnavailableError.
   */
  async take(accountId: string): Promise<CreationCount | ApiError> {
    if (this.#limit === null) return { giveBack: async () => {} };
    const point = await this.#limit.take(accountId);
    if (point.delayMs === null) return { giveBack: () => giveBack(point) };
    // Creations given back by others must make room, so refusals must not fill it.
    await giveBack(point);
    const seconds = retryAfterSeconds(point.delayMs);
    return new ApiError("rate_limited", `too many proofs in one minute: try again in ${seconds} s`, {
      headers: { "retry-after": String(seconds) },
    });
  }
}

async function giveBack(point: TakenPoint): Promise<void> {
  try {
    await point.giveBack();
  } catch (error) {
    // The answer is known by now, and the window forgets the count anyway.
    if (!(error instanceof StoreUnavailableError)) throw error;
  }
}
