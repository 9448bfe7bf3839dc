import type { PaceLimits } from "./connection-limits.js";

/**
 * Checks a peer's rate with a balance of time. Waiting for the peer spends time, and bytes earn it at the minimum rate.
 * The balance never exceeds the permitted lag, so a fast start does not allow a later stall.
 *
 * It has no clock: the caller states how long it waited. Time that the service itself needs does not count.
 */
export class Pace {
  readonly #bytesPerMs: number;
  readonly #stallMs: number;
  #balanceMs: number;

  constructor({ minBytesPerSecond, stallMs }: Pick<PaceLimits, "minBytesPerSecond" | "stallMs">) {
    this.#bytesPerMs = minBytesPerSecond / 1_000;
    this.#stallMs = stallMs;
    this.#balanceMs = stallMs;
  }

  /** Records bytes that were received or sent. */
  moved(bytes: number): void {
    this.#balanceMs = Math.min(this.#stallMs, this.#balanceMs + bytes / this.#bytesPerMs);
  }

  /** Records time spent waiting for the peer. */
  waited(ms: number): void {
    this.#balanceMs -= ms;
  }

  /**
   * Time that may still be spent waiting for the peer; 0 means that it is too slow.
   *
   * @param underWayBytes bytes in flight or held by the peer's system, which may still be read in time.
   */
  leftMs(underWayBytes: number = 0): number {
    return this.#balanceMs + underWayBytes / this.#bytesPerMs;
  }
}
