/** What limits count by: days of quotas, and the counters of rate limits of this process. */
import type { RateCount, RateStore } from "./store.js";

// Days of quotas, which begin at 00:00 UTC. POSIX time has no leap seconds.

const DAY_MS = 86_400_000;

/** Whole seconds until the next day begins, rounded up: from 1 to 86400. */
export function secondsToNextUtcDay(now: Date): number {
  return Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000);
}

/** Days since 1970-01-01. */
export function utcDay(moment: Date): number {
  return Math.floor(moment.getTime() / DAY_MS);
}

// Counters of rate limits in the memory of this process. The SQLite store uses them, because only one process at a time
// serves from it (exclusive-lock.ts), and so does a limit whose store does not answer. A restart resets every window.

/**
 * About 20 MB. A client with more addresses than this evicts the oldest counters; the limits in the database still
 * bound it.
 */
const MAX_COUNTERS = 100_000;

interface Counter {
  total: number;
  /** The window's end on the monotonic clock of `performance.now()`; identifies the window. */
  readonly endsAtMs: number;
}

export class MemoryRates implements RateStore {
  /** Sorted by the start of their windows. */
  readonly #counters = new Map<string, Counter>();
  /** At this size, counters whose window is over are removed. On average that costs a few steps for each addition. */
  #sweepAtSize = 1_000;

  async add(key: string, points: number, windowMs: number): Promise<RateCount> {
    // Whole milliseconds, because adding and subtracting fractions is not exact.
    const nowMs = Math.floor(performance.now());
    let counter = this.#counters.get(key);
    if (counter === undefined || counter.endsAtMs <= nowMs) {
      this.#counters.delete(key);
      this.#makeRoom(nowMs);
      counter = { total: 0, endsAtMs: nowMs + windowMs };
      this.#counters.set(key, counter);
    }
    counter.total += points;
    return { total: counter.total, endsInMs: counter.endsAtMs - nowMs, window: counter.endsAtMs };
  }

  async takeBack(key: string, points: number, window: number): Promise<void> {
    const counter = this.#counters.get(key);
    if (counter?.endsAtMs === window) counter.total = Math.max(0, counter.total - points);
  }

  #makeRoom(nowMs: number): void {
    if (this.#counters.size < this.#sweepAtSize) return;
    for (const [key, { endsAtMs }] of this.#counters) if (endsAtMs <= nowMs) this.#counters.delete(key);
    if (this.#counters.size >= MAX_COUNTERS) {
      for (const key of this.#counters.keys()) {
        if (this.#counters.size <= MAX_COUNTERS / 2) break;
        this.#counters.delete(key);
      }
    }
    this.#sweepAtSize = Math.min(MAX_COUNTERS, Math.max(1_000, 2 * this.#counters.size));
  }
}
