/** Bytes that one side writes and the other reads, one piece at a time: a write waits until its piece was asked for. */
export class Feed implements AsyncIterable<Uint8Array> {
  #piece: Uint8Array | null = null;
  #isEnded = false;
  #failure: { readonly error: unknown } | null = null;
  readonly #wakers: (() => void)[] = [];

  /** Resolves once the piece was taken. The writer must not change it. @throws the error of `fail`. */
  async write(piece: Uint8Array): Promise<void> {
    this.#check();
    this.#piece = piece;
    this.#wake();
    while (this.#piece === piece) {
      await this.#change();
      this.#check();
    }
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** Ends both sides with an error, unless they have ended. */
  fail(error: unknown): void {
    if (this.#isEnded) return;
    this.#failure ??= { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      this.#check();
      const piece = this.#piece;
      if (piece !== null) {
        this.#piece = null;
        this.#wake();
        yield piece;
      } else if (this.#isEnded) return;
      else await this.#change();
    }
  }

  #check(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#wakers.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#wakers.splice(0)) wake();
  }
}
