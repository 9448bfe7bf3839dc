import { TaskQueue } from "./task-queue.js";

/** Above, in bytes, files wait for each other: to read two at a time is slower than one after the other. */
export const LARGE_BYTES = 16_777_216;
const SMALL_AT_A_TIME = 4;

/** Whose turn it is: small files pass by large ones, of which there is one at a time. */
export class SizeLimiter {
  readonly #small = new TaskQueue(SMALL_AT_A_TIME);
  readonly #large = new TaskQueue(1);

  /** @throws what the work throws; what aborted the signal, at once, also while the work waits for its turn. */
  run(sizeBytes: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      const queue = sizeBytes > LARGE_BYTES ? this.#large : this.#small;
      queue.add(async () => {
        if (!signal.aborted) await work().then(resolve, reject);
      });
    });
  }
}
