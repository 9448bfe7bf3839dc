/** Keys that are refused for some time, in the memory of this process. */
export class Refusals {
  readonly #maxKeys: number;
  /** End of the refusal on the clock of `performance.now()`, the oldest first. */
  readonly #endsAtMs = new Map<string, number>();

  /** @param maxKeys maximum number of remembered keys; a further key evicts the oldest. */
  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys;
  }

  remember(key: string, delayMs: number): void {
    this.#endsAtMs.delete(key);
    this.#endsAtMs.set(key, performance.now() + delayMs);
    if (this.#endsAtMs.size <= this.#maxKeys) return;
    for (const oldest of this.#endsAtMs.keys()) {
      this.#endsAtMs.delete(oldest);
      return;
    }
  }

  /** Milliseconds until the refusal of a key ends; null when no refusal is stored. */
  leftMs(key: string): number | null {
    const endsAtMs = this.#endsAtMs.get(key);
    if (endsAtMs === undefined) return null;
    const leftMs = endsAtMs - performance.now();
    if (leftMs > 0) return leftMs;
    this.#endsAtMs.delete(key);
    return null;
  }
}
