import { FairQueue } from "../limits/fair-queue.js";

/**
 * A pool of buffers, allocated when first needed. Each is lent to one task at a time; tasks wait for a free one, the accounts
 * in turn. This bounds how many tasks run at once, and saves allocating memory for each.
 */
export class BufferPool {
  readonly #sizeBytes: number;
  readonly #free: Uint8Array[] = [];
  readonly #queue: FairQueue;

  constructor(count: number, sizeBytes: number) {
    this.#sizeBytes = sizeBytes;
    this.#queue = new FairQueue(count, Number.POSITIVE_INFINITY);
  }

  lend<Result>(accountId: string, work: (buffer: Uint8Array) => Promise<Result>): Promise<Result> {
    return this.#queue.run(accountId, async () => {
      const buffer = this.#free.pop() ?? new Uint8Array(this.#sizeBytes);
      try {
        return await work(buffer);
      } finally {
        this.#free.push(buffer);
      }
    });
  }
}
