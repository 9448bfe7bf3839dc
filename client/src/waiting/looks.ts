import { WaitTimeoutError } from "../errors/errors.js";
import { sleep } from "../transport/sleep.js";

const FACTOR = 1.5;
const RAREST = 16;

/** The pauses between looks: each longer than the one before, up to a limit, and none beyond the deadline. */
export class Looks {
  readonly #deadline: number;
  readonly #firstMs: number;
  #pauseMs: number;

  /** @throws RangeError if a number is not positive. */
  constructor(intervalMs: number, timeoutMs: number) {
    if (!(intervalMs > 0)) throw new RangeError(`"intervalMs" expected a positive number`);
    if (!(timeoutMs >= 0)) throw new RangeError(`"timeoutMs" expected a number of at least 0`);
    this.#firstMs = intervalMs;
    this.#pauseMs = intervalMs;
    this.#deadline = Date.now() + timeoutMs;
  }

  /** Something has moved: the next looks come sooner again. */
  moved(): void {
    this.#pauseMs = this.#firstMs;
  }

  /** @throws WaitTimeoutError if the deadline comes before the next look; the reason of the signal. */
  async pause(waiting: () => readonly string[], signal: AbortSignal | undefined): Promise<void> {
    const pauseMs = this.#pauseMs * (0.9 + Math.random() / 5);
    const leftMs = this.#deadline - Date.now();
    if (leftMs <= 0) {
      const ids = waiting();
      throw new WaitTimeoutError(
        `${ids.length === 1 ? ids[0] : `${ids.length} proofs`} not there in time`,
        ids,
      );
    }
    this.#pauseMs = Math.min(this.#pauseMs * FACTOR, this.#firstMs * RAREST);
    await sleep(Math.min(pauseMs, leftMs), signal);
  }
}
