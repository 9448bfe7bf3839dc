/**
 * A few buffers, made when first needed and lent to one piece of work at a time; who finds none waits, the longest
 * waiting first. So many pieces of work go on at once, and their memory is not made anew for each.
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
