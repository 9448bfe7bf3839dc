import type { PaceLimits } from "./connection-limits.js";

/**
 * Whether a peer keeps to a rate, as a balance of time: waiting for the peer spends it, bytes earn it at the least rate
 * that is accepted, and it never exceeds what a peer may be behind. So a fast start does not allow a stall later.
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

  /** Bytes came, or went. */
  moved(bytes: number): void {
    this.#balanceMs = Math.min(this.#stallMs, this.#balanceMs + bytes / this.#bytesPerMs);
  }

  /** The peer was waited for. */
  waited(ms: number): void {
    this.#balanceMs -= ms;
  }

  /**
   * Time that may still be spent waiting for the peer; 0 means that it is too slow.
   *
   * @param underWayBytes that are with the peer's system, or on their way: their time is not over yet.
   */
  leftMs(underWayBytes: number = 0): number {
    return this.#balanceMs + underWayBytes / this.#bytesPerMs;
  }
}
