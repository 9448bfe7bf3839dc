import { LRUCache } from "lru-cache";
import { type BatchRange, BatchRanges } from "./batch-ranges.js";

/** About 1 KB each. */
const MAX_RANGES = 4_096;

/** A confirmed batch may be reopened by another instance; this one then shows it for at most this long. */
const KEPT_MS = 60_000;

/** An LRU cache of batches. */
export class BatchRangeCache {
  readonly #ranges = new BatchRanges();
  /** By first position. */
  readonly #used: LRUCache<number, BatchRange>;

  constructor(maxRanges: number = MAX_RANGES, keptMs: number = KEPT_MS) {
    this.#used = new LRUCache({
      max: maxRanges,
      ttl: keptMs,
      dispose: (_range, firstSeq, reason) => {
        if (reason !== "set") this.#ranges.remove(firstSeq);
      },
    });
  }

  /** The range that holds a position, if it is cached. */
  find(seq: number): BatchRange | undefined {
    const range = this.#ranges.find(seq);
    return range && this.#used.get(range.firstSeq);
  }

  /** Stores a range. It replaces an earlier one of the same batch. */
  add(range: BatchRange): void {
    this.#ranges.add(range);
    this.#used.set(range.firstSeq, range);
  }
}
