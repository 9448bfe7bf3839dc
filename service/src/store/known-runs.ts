/**
 * Batches by the positions of their proofs, as they were seen last: which positions a batch has never changes, and
 * one that is confirmed, on the chain and in Bitcoin, does not change at all.
 */
import type { BatchRecord } from "./store.js";

/** A batch and the positions of its proofs. */
export interface BatchRun {
  readonly batch: BatchRecord;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** About 1 KB each. */
const MAX_REMEMBERED = 4_096;

export class KnownRuns {
  /** By position, without overlaps. */
  #runs: BatchRun[] = [];

  find(seq: number): BatchRun | undefined {
    const run = this.#runs[this.#after(seq) - 1];
    return run !== undefined && run.lastSeq >= seq ? run : undefined;
  }

  /** Remembers a batch, in the place of what was known of it. */
  add(run: BatchRun): void {
    if (this.#runs.length >= MAX_REMEMBERED) this.#runs = [];
    const isKnown = this.find(run.firstSeq) !== undefined;
    const after = this.#after(run.firstSeq);
    this.#runs.splice(isKnown ? after - 1 : after, isKnown ? 1 : 0, run);
  }

  /** How many runs begin at or before a position. */
  #after(seq: number): number {
    let [low, high] = [0, this.#runs.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#runs[middle]!.firstSeq <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Whether a batch never changes any more. */
export function isFinal({ batch }: BatchRun): boolean {
  return batch.state === "confirmed" && batch.bitcoin.state === "confirmed";
}
