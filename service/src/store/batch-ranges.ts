/** Finds batches by the positions of their proofs. */
import type { BatchRecord } from "./store.js";

/** A batch and the positions of its proofs. The positions never change. */
export interface BatchRange {
  readonly batch: BatchRecord;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** Ranges, sorted by position. They do not overlap. */
export class BatchRanges {
  readonly #ranges: BatchRange[] = [];

  /** The range that holds a position. */
  find(seq: number): BatchRange | undefined {
    const range = this.#ranges[this.#after(seq) - 1];
    return range !== undefined && range.lastSeq >= seq ? range : undefined;
  }

  /** Adds a range. It replaces an earlier one of the same batch. */
  add(range: BatchRange): void {
    const isKnown = this.find(range.firstSeq) !== undefined;
    const after = this.#after(range.firstSeq);
    this.#ranges.splice(isKnown ? after - 1 : after, isKnown ? 1 : 0, range);
  }

  /** Removes the range that holds a position. */
  remove(seq: number): void {
    if (this.find(seq) !== undefined) this.#ranges.splice(this.#after(seq) - 1, 1);
  }

  /** The number of ranges that begin at or before a position. */
  #after(seq: number): number {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#ranges[middle]!.firstSeq <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Whether a batch changes only if a reorganisation removes what was confirmed. */
export function isFinal({ batch }: BatchRange): boolean {
  return batch.anchors.every(({ state }) => state === "confirmed") && batch.bitcoin.state === "confirmed";
}
