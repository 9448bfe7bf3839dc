/** Headers of one source that lead from a block on to a checkpoint. Nothing of them is taken on the source's word. */
import { type BlockHeader, EPOCH_BLOCKS, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { askInTime } from "../source/ask-in-time.js";
import type { BitcoinSource } from "../source/bitcoin-source.js";

/** Headers asked of one source in one verification: a proof that names cheap blocks costs it no more than two epochs. */
const MAX_HEADERS = 2 * EPOCH_BLOCKS;
/** Questions at a time, of a source that answers about one block at a time. */
const PARALLEL = 8;
/** A whole run may take as long as so many single answers. */
const ANSWERS_OF_RUN = 12;

interface Run {
  readonly from: number;
  readonly headers: Promise<readonly BlockHeader[] | null>;
}

export class HeaderRuns {
  readonly #source: BitcoinSource;
  readonly #signal: AbortSignal | undefined;
  /** By the checkpoint at the end. */
  readonly #runs = new Map<number, Run>();
  #left = MAX_HEADERS;

  constructor(source: BitcoinSource, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#signal = signal;
  }

  /**
   * The headers of consecutive blocks, both ends counted; null where the source does not have them, does not answer, or has
   * been asked for enough.
   *
   * @throws only what aborted the signal.
   */
  async fetch(from: number, to: number): Promise<readonly BlockHeader[] | null> {
    let run = this.#runs.get(to);
    if (run === undefined || run.from > from) {
      const count = Math.max(0, to - from + 1);
      if (count > this.#left) return null;
      this.#left -= count;
      run = { from, headers: this.#fetchAll(from, to) };
      this.#runs.set(to, run);
    }
    const headers = await run.headers;
    return headers === null ? null : headers.slice(from - run.from);
  }

  async #fetchAll(from: number, to: number): Promise<readonly BlockHeader[] | null> {
    const { timeoutMs } = this.#source;
    const runMs = typeof timeoutMs === "number" && timeoutMs > 0 ? ANSWERS_OF_RUN * timeoutMs : 300_000;
    try {
      return await askInTime(runMs, this.#signal, (signal) =>
        this.#source.fetchHeadersTo === undefined
          ? this.#fetchSingly(from, to, signal)
          : this.#fetchLists(from, to, signal),
      );
    } catch {
      this.#signal?.throwIfAborted();
      return null;
    }
  }

  async #fetchSingly(from: number, to: number, signal: AbortSignal): Promise<readonly BlockHeader[] | null> {
    const headers: BlockHeader[] = [];
    let next = from;
    const fetchOn = async () => {
      for (let height = next++; height <= to; height = next++) {
        signal.throwIfAborted();
        try {
          headers[height - from] = header(await this.#source.fetchHeader(height, { signal }));
        } catch (error) {
          // One that is missing makes the others useless.
          next = Number.POSITIVE_INFINITY;
          throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, fetchOn));
    return headers;
  }

  /** From the checkpoint downwards, as the lists end at a height. */
  async #fetchLists(from: number, to: number, signal: AbortSignal): Promise<readonly BlockHeader[] | null> {
    const headers: BlockHeader[] = [];
    while (headers.length <= to - from) {
      signal.throwIfAborted();
      const list = await this.#source.fetchHeadersTo!(to - headers.length, { signal });
      if (!Array.isArray(list) || list.length === 0) return null;
      headers.unshift(...list.slice(-(to - from + 1 - headers.length)).map(header));
    }
    return headers;
  }
}

function header(bytes: unknown): BlockHeader {
  if (!(bytes instanceof Uint8Array)) throw new TypeError("not a header");
  return parseBlockHeader(bytes);
}
