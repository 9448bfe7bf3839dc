/**
 * Collects the headers that prove the blocks of batches and stamps: those of the epochs in which these are confirmed and, on
 * Bitcoin, those of every epoch after the last checkpoint, as far as blocks exist. With them, anyone can prove offline that a
 * block of theirs is in the main chain: docs/design/bitcoin.md, "Headers".
 *
 * Every step is stored: it can stop anywhere and continues from the store. A header is stored only if it follows, with
 * its work, from the stored ones, and no source contradicts it.
 */

import {
  CHECKPOINTS,
  type Checkpoints,
  epochOfHeight,
  HEADER_BYTES,
  nextBits,
  type PlacedHeader,
  parseBlockHeader,
} from "@svc-proof/shared/bitcoin";
import { type BitcoinSource, SourceError } from "@svc-proof/verifier-lib/source";
import type { JobLog, OutageLog } from "../log.js";
import type { Records } from "../records/records.js";
import type { Lease } from "../records/types.js";
import {
  type Bitcoin,
  fetchTipHeight,
  firstHeight,
  headersOf,
  isComplete,
  isRun,
  nextHeight,
  runOfEpoch,
} from "./bitcoin.js";

/** Maximum headers that one step stores: those of a day. */
const STEP_HEADERS = 144;
/** A block is later than the median of the times of so many before it. Source: Bitcoin Core, `nMedianTimeSpan`. */
const MEDIAN_BLOCKS = 11;

export class HeaderCollector {
  readonly #store: Pick<Records, "attestations" | "stamps" | "blockHeaders">;
  readonly #bitcoin: Bitcoin;
  readonly #log: JobLog;
  readonly #outages: OutageLog;
  readonly #checkpoints: Checkpoints;
  /** The first epoch without a checkpoint. Regtest has none, and no epoch of it is collected without a batch. */
  readonly #firstOpenEpoch: number;
  /** Sources that gave no usable answer in this round. They may have others, of other epochs. */
  readonly #failed = new Set<BitcoinSource>();
  /** Epochs that this process knows to be complete. */
  readonly #complete = new Set<number>();

  /** @param checkpoints of the service's own verifier. */
  constructor(
    store: Pick<Records, "attestations" | "stamps" | "blockHeaders">,
    bitcoin: Bitcoin,
    log: JobLog,
    outages: OutageLog,
    checkpoints: Checkpoints = CHECKPOINTS,
  ) {
    this.#store = store;
    this.#bitcoin = bitcoin;
    this.#log = log;
    this.#outages = outages;
    this.#checkpoints = checkpoints;
    this.#firstOpenEpoch =
      bitcoin.network === "bitcoin" ? epochOfHeight(checkpoints.lastHeight + 1) : Number.POSITIVE_INFINITY;
  }

  /**
   * Collects the available headers of every epoch that is needed.
   *
   * @throws StoreUnavailableError, LeaseLostError, the signal's reason when aborted: another round continues from the
   *   store.
   */
  async collect(lease: Lease, signal: AbortSignal): Promise<void> {
    this.#failed.clear();
    let height = await this.#lowestBlock(0);
    while (height !== null && epochOfHeight(height) < this.#firstOpenEpoch) {
      const epoch = epochOfHeight(height);
      await this.#collectEpoch(epoch, lease, signal);
      height = await this.#lowestBlock(firstHeight(epoch + 1));
    }
    if (this.#bitcoin.network !== "bitcoin") return;
    // Each epoch follows from the one before, so one that is not complete ends the run.
    for (let epoch = this.#firstOpenEpoch; await this.#collectEpoch(epoch, lease, signal); epoch++);
  }

  /** The lowest block at or above a height in which a batch or a set of stamps is confirmed. */
  async #lowestBlock(fromHeight: number): Promise<number | null> {
    const { attestations, stamps } = this.#store;
    const heights = await Promise.all([attestations.lowestBlock(fromHeight), stamps.lowestBlock(fromHeight)]);
    const known = heights.filter((height) => height !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  /** @returns whether the epoch is complete. */
  async #collectEpoch(epoch: number, lease: Lease, signal: AbortSignal): Promise<boolean> {
    while (!this.#complete.has(epoch)) {
      signal.throwIfAborted();
      if (!(await this.#step(epoch, lease, signal))) return false;
    }
    return true;
  }

  /** @returns whether there may be more to do at once. */
  async #step(epoch: number, lease: Lease, signal: AbortSignal): Promise<boolean> {
    const { blockHeaders } = this.#store;
    const run = runOfEpoch(await blockHeaders.find(epoch));
    if (isComplete(run)) {
      if (this.#checkpointAt(nextHeight(epoch, run) - 1, headerAt(run, -1).hash) === false) {
        await this.#restart(epoch, run, lease);
        return false;
      }
      this.#complete.add(epoch);
      return true;
    }
    const before = epoch > this.#firstOpenEpoch ? runOfEpoch(await blockHeaders.find(epoch - 1)) : null;
    const added = await this.#fetchAgreed(epoch, run, before, signal);
    if (added === "other-chain") {
      await this.#restart(epoch, run, lease);
      // It waits for the next round: sources that keep contradicting themselves must not occupy the job.
      return false;
    }
    if (added === null) return false;
    const grown = Buffer.concat([run, ...added.map(({ header }) => header.bytes)]);
    if (!(await blockHeaders.replace(lease, epoch, run.length, grown))) return false;
    if (isComplete(grown)) this.#log.info({ epoch }, "headers of a Bitcoin epoch collected");
    return true;
  }

  /** Empties the run or, where it is empty, the one that it should follow. */
  async #restart(epoch: number, run: Uint8Array, lease: Lease): Promise<void> {
    const from = run.length > 0 ? epoch : epoch - 1;
    const former = run.length > 0 ? run : await this.#store.blockHeaders.find(from);
    this.#complete.delete(from);
    if (!(await this.#store.blockHeaders.replace(lease, from, former.length, new Uint8Array()))) return;
    this.#log.warn(
      { height: nextHeight(epoch, run) },
      "the Bitcoin sources serve another chain than the collected one; the headers of the epoch are collected again",
    );
  }

  /**
   * Headers to add to a run; null if there are none now.
   *
   * @param before the run of the epoch before; null where a checkpoint ends it, or nothing is known of it.
   */
  async #fetchAgreed(
    epoch: number,
    run: Uint8Array,
    before: Uint8Array | null,
    signal: AbortSignal,
  ): Promise<readonly PlacedHeader[] | "other-chain" | null> {
    const { sources } = this.#bitcoin;
    const answers: ("nothing" | "other-chain" | null)[] = [];
    for (const source of sources) {
      const added = await this.#ask(
        source,
        () => this.#fetchNext(source, epoch, run, before, signal),
        signal,
      );
      if (added === null || typeof added === "string") {
        answers.push(added);
        continue;
      }
      const others = sources.filter((other) => other !== source);
      return (await this.#agree(added.at(-1)!, others, signal)) ? added : null;
    }
    const told = answers.filter((answer) => answer !== null);
    return told.length > 0 && told.every((answer) => answer === "other-chain") ? "other-chain" : null;
  }

  /** A source's headers after a run that are as deep as a confirmation, up to one step. */
  async #fetchNext(
    source: BitcoinSource,
    epoch: number,
    run: Uint8Array,
    before: Uint8Array | null,
    signal: AbortSignal,
  ): Promise<readonly PlacedHeader[] | "nothing" | "other-chain"> {
    const { network, confirmations } = this.#bitcoin;
    const from = nextHeight(epoch, run);
    const tip = await fetchTipHeight(source, network, signal);
    const to = Math.min(tip - confirmations + 1, firstHeight(epoch + 1) - 1, from + STEP_HEADERS - 1);
    if (to < from) return "nothing";
    const added = await fetchHeaders(source, from, to, signal);
    const invalid = (what: string) => new SourceError("source_invalid_answer", `${source.name}: got ${what}`);
    if (!isRun(added, network)) throw invalid("headers that do not form a chain");
    const [first] = added;
    if (run.length > 0) {
      if (!isRun([...headersOf(epoch, run, from - 1, from - 1), ...added], network)) return "other-chain";
    } else if (before !== null) {
      const last = headerAt(before, -1);
      if (!Buffer.from(first!.header.previousHash).equals(last.hash)) return "other-chain";
      const bits = nextBits(last.bits, headerAt(before, 0).time, last.time);
      if (first!.header.bits !== bits) throw invalid("a target that does not follow from the epoch before");
    } else if (this.#checkpointAt(from - 1, first!.header.previousHash) === false) {
      throw invalid("headers that do not follow from a checkpoint");
    }
    const known = [
      ...(before === null ? [] : headersOf(epoch - 1, before, from - MEDIAN_BLOCKS, from)),
      ...headersOf(epoch, run, from - MEDIAN_BLOCKS, from),
    ];
    if (network === "bitcoin" && !isLaterThanMedian([...known, ...added])) {
      throw invalid("a block that is older than those before it");
    }
    return added;
  }

  /** Whether a block is the main chain's; null where no checkpoint says so. */
  #checkpointAt(height: number, hash: Uint8Array): boolean | null {
    return this.#bitcoin.network === "bitcoin" ? this.#checkpoints.has(height, hash) : null;
  }

  /** Whether no other source has another block there. */
  async #agree(
    { height, header }: PlacedHeader,
    others: readonly BitcoinSource[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const answers = await Promise.all(
      others.map((other) => this.#ask(other, () => other.fetchHeader(height, { signal }), signal)),
    );
    const subject = `headers ${this.#bitcoin.network}`;
    if (answers.some((bytes) => bytes !== null && !Buffer.from(bytes).equals(header.bytes))) {
      this.#outages.failed(subject, "Bitcoin sources disagree about a block", { height });
      return false;
    }
    this.#outages.worked(subject);
    return true;
  }

  /** An answer, or null if none is available now. */
  async #ask<Answer>(
    source: BitcoinSource,
    ask: () => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer | null> {
    const subject = `headers by ${source.name}`;
    try {
      const answer = await ask();
      if (!this.#failed.has(source)) this.#outages.worked(subject);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      this.#failed.add(source);
      const { code, message: reason } = error;
      this.#outages.failed(subject, "a Bitcoin source returned no usable headers", { code, reason });
      return null;
    }
  }
}

/** A header of a run, by its place from the beginning or, if negative, from the end. */
function headerAt(run: Uint8Array, place: number): ReturnType<typeof parseBlockHeader> {
  const start = (place < 0 ? run.length / HEADER_BYTES + place : place) * HEADER_BYTES;
  return parseBlockHeader(run.subarray(start, start + HEADER_BYTES));
}

/** Whether each header with eleven before it is later than their median. */
function isLaterThanMedian(run: readonly PlacedHeader[]): boolean {
  const times = run.map(({ header }) => header.time);
  return times.every((time, i) => {
    if (i < MEDIAN_BLOCKS) return true;
    const before = times.slice(i - MEDIAN_BLOCKS, i).sort((a, b) => a - b);
    return time > before[(MEDIAN_BLOCKS - 1) / 2]!;
  });
}

/**
 * Headers of the blocks from one height to another, in as few requests as the source allows.
 *
 * @throws SourceError
 */
async function fetchHeaders(
  source: BitcoinSource,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<PlacedHeader[]> {
  let headers: Uint8Array[] = [];
  while (from + headers.length <= to) {
    const height = to - headers.length;
    const part = await fetchPart(source, height, signal);
    headers = [...part.slice(-(height - from + 1)), ...headers];
  }
  return headers.map((bytes, i) => ({ height: from + i, header: parseBlockHeader(bytes) }));
}

async function fetchPart(
  source: BitcoinSource,
  height: number,
  signal: AbortSignal,
): Promise<readonly Uint8Array[]> {
  const part =
    source.fetchHeadersTo === undefined
      ? [await source.fetchHeader(height, { signal })]
      : ((await source.fetchHeadersTo(height, { signal })) ?? []);
  const headers = part.filter((bytes) => bytes?.length === HEADER_BYTES);
  if (headers.length === 0 || headers.length < part.length) {
    throw new SourceError("source_invalid_answer", `${source.name}: got no header at ${height}`);
  }
  return headers as Uint8Array[];
}
