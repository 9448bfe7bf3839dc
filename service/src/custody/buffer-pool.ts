/**
 * A pool of buffers, allocated when first needed. Each is lent to one task at a time; tasks wait for a free one in
 * order of arrival. This bounds how many tasks run at once, and saves allocating memory for each.
 */
export class BufferPool {
  readonly #sizeBytes: number;
  readonly #free: Uint8Array[] = [];
  readonly #waiting: ((buffer: Uint8Array) => void)[] = [];
  #unmade: number;

  constructor(count: number, sizeBytes: number) {
    this.#sizeBytes = sizeBytes;
    this.#unmade = count;
  }

  async lend<Result>(work: (buffer: Uint8Array) => Promise<Result>): Promise<Result> {
    const buffer = this.#free.pop() ?? this.#make() ?? (await this.#wait());
    try {
      return await work(buffer);
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(buffer);
      else next(buffer);
    }
  }

  #wait(): Promise<Uint8Array> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #make(): Uint8Array | undefined {
    if (this.#unmade === 0) return undefined;
    this.#unmade--;
    return new Uint8Array(this.#sizeBytes);
  }
}
