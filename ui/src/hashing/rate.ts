/** Window of the average: long enough to be steady, short enough to follow a disk that slows down. */
const WINDOW_MS = 3000;
/** A rate over less time would be a guess. */
const FIRST_RATE_MS = 500;

interface Sample {
  readonly atMs: number;
  readonly doneBytes: number;
}

export interface Progress {
  readonly doneBytes: number;
  /** Null if unknown, as for an original that is compressed in a package. */
  readonly totalBytes: number | null;
  /** Average over the last seconds; null at the start. */
  readonly bytesPerSecond: number | null;
  readonly secondsLeft: number | null;
}

/** Computes rate and time left from byte counts. */
export class Rate {
  readonly #totalBytes: number | null;
  #samples: readonly Sample[];

  /** @param totalBytes null if unknown. */
  constructor(totalBytes: number | null, nowMs: number) {
    this.#totalBytes = totalBytes;
    this.#samples = [{ atMs: nowMs, doneBytes: 0 }];
  }

  progress(doneBytes: number, nowMs: number): Progress {
    const samples = [...this.#samples, { atMs: nowMs, doneBytes }];
    const first = samples.findLastIndex(({ atMs }) => nowMs - atMs >= WINDOW_MS);
    this.#samples = samples.slice(Math.max(first, 0));
    const [from] = this.#samples;
    const elapsedMs = nowMs - from!.atMs;
    const bytesPerSecond =
      elapsedMs < FIRST_RATE_MS ? null : ((doneBytes - from!.doneBytes) * 1000) / elapsedMs;
    const leftBytes = this.#totalBytes === null ? null : this.#totalBytes - doneBytes;
    return {
      doneBytes,
      totalBytes: this.#totalBytes,
      bytesPerSecond,
      secondsLeft:
        leftBytes === null || bytesPerSecond === null || bytesPerSecond <= 0
          ? null
          : leftBytes / bytesPerSecond,
    };
  }
}
