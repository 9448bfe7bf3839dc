import { LRUCache } from "lru-cache";
import { type BatchRange, BatchRanges } from "./batch-ranges.js";

/** About 1 KB each. */
const MAX_RANGES = 4_096;

/** An LRU cache of batches. */
export class BatchRangeCache {
  readonly #ranges = new BatchRanges();
  /** By first position. */
  readonly #used: LRUCache<number, BatchRange>;

  constructor(maxRanges: number = MAX_RANGES) {
    this.#used = new LRUCache({
      max: maxRanges,
      dispose: (_range, firstSeq, reason) => {
        if (reason === "evict") this.#ranges.remove(firstSeq);
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
