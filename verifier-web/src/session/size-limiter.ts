import { TaskQueue } from "./task-queue.js";

/** Files above this size, in bytes, are read one at a time: reading two at once is slower than one after the other. */
export const LARGE_BYTES = 16_777_216;
const SMALL_AT_A_TIME = 4;

/** Limits concurrent work by file size: several small files at a time, beside one large file. */
export class SizeLimiter {
  readonly #small = new TaskQueue(SMALL_AT_A_TIME);
  readonly #large = new TaskQueue(1);

  /** @throws the error of the work, or the reason of the abort: at once, even while the work is queued. */
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
