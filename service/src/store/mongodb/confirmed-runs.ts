/** Batches that never change any more, found by a position of theirs without asking the server. */
import type { BatchRecord } from "../store.js";

/** A batch and the positions of its proofs. */
export interface BatchRun {
  readonly batch: BatchRecord;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** About 1 KB each. */
const MAX_REMEMBERED = 4_096;

export class ConfirmedRuns {
  /** By position, without overlaps. */
  #runs: BatchRun[] = [];

  find(seq: number): BatchRun | undefined {
    const run = this.#runs[this.#after(seq) - 1];
    return run !== undefined && run.lastSeq >= seq ? run : undefined;
  }

  /** Remembers a batch if it is confirmed, on the chain and in Bitcoin. */
  add(run: BatchRun): void {
    const { state, bitcoin } = run.batch;
    if (state !== "confirmed" || bitcoin.state !== "confirmed" || this.find(run.firstSeq) !== undefined)
      return;
    if (this.#runs.length >= MAX_REMEMBERED) this.#runs = [];
    this.#runs.splice(this.#after(run.firstSeq), 0, run);
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
