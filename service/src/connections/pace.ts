import type { PaceLimits } from "./connection-limits.js";

/**
 * Whether a peer keeps to a rate, as a balance of time: waiting for the peer spends it, bytes earn it at the least rate
 * that is accepted, and it never exceeds what a peer may be behind. So a fast start is no licence to stop later.
 *
 * It has no clock: whoever waits says for how long. Time that the service itself needs is not the peer's.
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
   * Time for which the peer may still be waited for; none left: it is too slow.
   *
   * @param underWayBytes that are with the peer's system, or on their way: their time is not over yet.
   */
  leftMs(underWayBytes: number = 0): number {
    return this.#balanceMs + underWayBytes / this.#bytesPerMs;
  }
}
