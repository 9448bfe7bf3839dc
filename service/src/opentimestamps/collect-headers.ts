/**
 * Collects the headers of the epochs in which batches and stamps are confirmed. With them, anyone can prove offline that
 * a block of theirs is in the main chain: docs/design/opentimestamps.md, "Headers".
 *
 * Every step is stored: it can stop anywhere and continues from the store. A header is stored only if it follows, with
 * its work, from the stored ones, and no source contradicts it.
 */
import { HEADER_BYTES, type PlacedHeader, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { type BitcoinSource, SourceError } from "@svc-proof/verifier-lib/source";
import type { JobLog } from "../jobs/job-log.js";
import type { OutageLog } from "../jobs/outage-log.js";
import type { Lease, Store } from "../store/store.js";
import { type Bitcoin, fetchTipHeight, isRun } from "./bitcoin.js";
import { COMPLETE_RUN_BYTES, epochOf, firstHeight, headersFrom, nextHeight } from "./header-run.js";

/** Maximum headers that one step stores: those of a day. */
const STEP_HEADERS = 144;

export class HeaderCollector {
  readonly #store: Pick<Store, "attestations" | "stamps" | "blockHeaders">;
  readonly #bitcoin: Bitcoin;
  readonly #log: JobLog;
  readonly #outages: OutageLog;
  /** Epochs that this process knows to be complete. */
  readonly #complete = new Set<number>();

  constructor(
    store: Pick<Store, "attestations" | "stamps" | "blockHeaders">,
    bitcoin: Bitcoin,
    log: JobLog,
    outages: OutageLog,
  ) {
    this.#store = store;
    this.#bitcoin = bitcoin;
    this.#log = log;
    this.#outages = outages;
  }

  /**
   * Collects the available headers of every epoch in which a batch or a set of stamps is confirmed.
   *
   * @throws StoreUnavailableError, LeaseLostError, the signal's reason when aborted: another round continues from the
   *   store.
   */
  async collect(lease: Lease, signal: AbortSignal): Promise<void> {
    let height = await this.#lowestBlock(0);
    while (height !== null) {
      const epoch = epochOf(height);
      while (!this.#complete.has(epoch) && (await this.#step(epoch, lease, signal))) signal.throwIfAborted();
      height = await this.#lowestBlock(firstHeight(epoch + 1));
    }
  }

  /** The lowest block at or above a height in which a batch or a set of stamps is confirmed. */
  async #lowestBlock(fromHeight: number): Promise<number | null> {
    const { attestations, stamps } = this.#store;
    const heights = await Promise.all([attestations.lowestBlock(fromHeight), stamps.lowestBlock(fromHeight)]);
    const known = heights.filter((height) => height !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  /** @returns whether the run has grown, so that there may be more. */
  async #step(epoch: number, lease: Lease, signal: AbortSignal): Promise<boolean> {
    const run = await this.#store.blockHeaders.find(epoch);
    if (run.length === COMPLETE_RUN_BYTES) {
      this.#complete.add(epoch);
      return false;
    }
    const grown = await this.#grown(epoch, run, signal);
    if (grown === null) return false;
    if (!(await this.#store.blockHeaders.replace(lease, epoch, run.length, grown))) return false;
    if (grown.length === COMPLETE_RUN_BYTES)
      this.#log.info({ epoch }, "headers of a Bitcoin epoch collected");
    // A restarted run waits for the next round: sources that keep contradicting themselves must not occupy the job.
    return grown.length > 0;
  }

  /** The run with a step's headers; empty if it must be restarted; null if nothing can be added now. */
  async #grown(epoch: number, run: Uint8Array, signal: AbortSignal): Promise<Uint8Array | null> {
    const { sources } = this.#bitcoin;
    const answers: ("nothing" | "other-chain" | null)[] = [];
    for (const source of sources) {
      const added = await this.#ask(source, () => this.#fetchNext(source, epoch, run, signal), signal);
      if (added === null || typeof added === "string") {
        answers.push(added);
        continue;
      }
      const others = sources.filter((other) => other !== source);
      if (!(await this.#agree(added.at(-1)!, others, signal))) return null;
      return Buffer.concat([run, ...added.map(({ header }) => header.bytes)]);
    }
    const told = answers.filter((answer) => answer !== null);
    if (told.length === 0 || told.some((answer) => answer !== "other-chain")) return null;
    this.#log.warn(
      { height: nextHeight(epoch, run) },
      "the Bitcoin sources serve another chain than the collected one; the headers of the epoch are collected again",
    );
    return new Uint8Array();
  }

  /** A source's headers after a run that are as deep as a confirmation, up to one step. */
  async #fetchNext(
    source: BitcoinSource,
    epoch: number,
    run: Uint8Array,
    signal: AbortSignal,
  ): Promise<readonly PlacedHeader[] | "nothing" | "other-chain"> {
    const { network, confirmations } = this.#bitcoin;
    const from = nextHeight(epoch, run);
    const tip = await fetchTipHeight(source, network, signal);
    const to = Math.min(tip - confirmations + 1, firstHeight(epoch + 1), from + STEP_HEADERS - 1);
    if (to < from) return "nothing";
    const before = run.length === 0 ? [] : headersFrom(from - 1, epoch, run);
    const added = await fetchHeaders(source, from, to, signal);
    if (!isRun(added, network)) {
      throw new SourceError("source_invalid_answer", `${source.name}: got headers that do not form a chain`);
    }
    return isRun([...before, ...added], network) ? added : "other-chain";
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
    { name }: BitcoinSource,
    ask: () => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer | null> {
    const subject = `headers by ${name}`;
    try {
      const answer = await ask();
      this.#outages.worked(subject);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SourceError)) throw error;
      const { code, message: reason } = error;
      this.#outages.failed(subject, "a Bitcoin source returned no usable headers", { code, reason });
      return null;
    }
  }
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
