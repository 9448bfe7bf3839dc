/**
 * Asks one source about Bitcoin attestations. Its answer about a block counts only if that block is expensive to
 * forge. For cheaper blocks it must return the headers up to a checkpoint, which prove the block.
 */

import {
  type BlockHeader,
  EPOCH_BLOCKS,
  HEADER_BYTES,
  type JudgedHeader,
  judgeHeaders,
  nextCheckpointHeight,
  parseBlockHeader,
  workBits,
} from "@svc-proof/shared/bitcoin";
import type { BitcoinSource, BitcoinTip } from "../source/bitcoin.js";
import { askInTime, SourceError, sourceErrorCode } from "../source/bounded-fetch.js";
import {
  type AttestationVerdict,
  type AttestationVerdictCode,
  bitcoinAccuracySeconds,
  type StatedBlock,
} from "./attestation.js";
import { hasRoot } from "./headers.js";

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

/** A verdict, and how settled the block is. */
export interface SourceVerdict extends AttestationVerdict {
  /** Blocks from that block to the tip, both counted. */
  readonly confirmations: number | null;
  /** The header that the source has at that height, whatever else it says; null where it showed none. */
  readonly seen: BlockHeader | null;
}

export interface BitcoinQuestion {
  /** Below which a block is not taken as settled. */
  readonly minConfirmations: number;
  /** The verifier's clock. */
  readonly now: Date;
}

/** Bitcoin Core's name of the main chain. */
const MAIN = "main";

/**
 * Work of a block, in bits, from which on a source's word for it is taken: 2^66 hashes are about four days of a
 * machine with 200 TH/s. Blocks since July 2014 have more; OpenTimestamps is younger than that.
 */
const MIN_TRUSTED_WORK_BITS = 66;

/**
 * Asks one source about blocks, each height once.
 *
 * @returns a verdict for each block, in their order.
 * @throws only what aborted `signal`.
 */
export async function askBitcoinSource(
  source: BitcoinSource,
  blocks: readonly StatedBlock[],
  question: BitcoinQuestion,
  signal: AbortSignal | undefined,
): Promise<SourceVerdict[]> {
  const runs = new HeaderRuns(source, signal);
  const headers = new Map<number, Promise<BlockHeader>>();
  const tip = fetchTip(source, signal);
  return Promise.all(
    blocks.map(async (stated) => {
      try {
        const end = await tip;
        let asked = headers.get(stated.height);
        if (asked === undefined) {
          asked = fetchHeader(source, stated.height, signal);
          headers.set(stated.height, asked);
        }
        return await judge(stated, await asked, end, question, runs);
      } catch (error) {
        signal?.throwIfAborted();
        // A source of the caller may throw anything. That is an error of the source, not of the proof.
        return open(error instanceof Unanswered ? error.code : sourceErrorCode(error));
      }
    }),
  );
}

/** The source answers, and not what was asked for. */
class Unanswered extends Error {
  readonly code: AttestationVerdictCode;

  constructor(code: AttestationVerdictCode) {
    super(code);
    this.code = code;
  }
}

async function fetchTip(source: BitcoinSource, signal: AbortSignal | undefined): Promise<BitcoinTip> {
  const tip: Partial<BitcoinTip> | null = await askInTime(source.timeoutMs, signal, (request) =>
    source.fetchTip({ signal: request }),
  );
  const { height, chain } = typeof tip === "object" && tip !== null ? tip : {};
  const isChain = chain === null || typeof chain === "string";
  if (!Number.isSafeInteger(height) || !isChain) {
    throw new SourceError("source_invalid_answer", "the source did not answer with a tip");
  }
  if (chain !== null && chain !== MAIN) throw new Unanswered("source_wrong_chain");
  return { height: height!, chain };
}

async function fetchHeader(
  source: BitcoinSource,
  height: number,
  signal: AbortSignal | undefined,
): Promise<BlockHeader> {
  const bytes = await askInTime(source.timeoutMs, signal, (request) =>
    source.fetchHeader(height, { signal: request }),
  );
  if (bytes === null) throw new Unanswered("block_unknown_to_source");
  if (!(bytes instanceof Uint8Array) || bytes.length !== HEADER_BYTES) {
    throw new SourceError("source_invalid_answer", "the source did not answer with a header");
  }
  return parseBlockHeader(bytes);
}

async function judge(
  stated: StatedBlock,
  header: BlockHeader,
  tip: BitcoinTip,
  { minConfirmations, now }: BitcoinQuestion,
  runs: HeaderRuns,
): Promise<SourceVerdict> {
  const { height } = stated;
  const seconds = now.getTime() / 1000;
  const [alone] = judgeHeaders([{ height, header }], seconds);
  if (alone!.fault !== null) return open(alone!.fault);
  // It has another block than the checkpoint at that height.
  if (alone!.standing === "off-chain") return open("source_inconsistent");
  const confirmations = tip.height - height + 1;
  if (confirmations < 1) return { ...open("source_inconsistent"), seen: header };
  if (confirmations < minConfirmations) {
    return { ...open("too_few_confirmations"), confirmations, seen: header };
  }
  const checkpoint = nextCheckpointHeight(height);
  const isCheap = checkpoint !== null && workBits(alone!.work) < MIN_TRUSTED_WORK_BITS;
  if (!hasRoot(header, stated)) {
    return { ...contradicted("bitcoin_root_mismatch"), confirmations, seen: header };
  }
  if (!isCheap) return standing(alone!, { isProven: false, confirmations });
  const run = await runs.fetch(height + 1, checkpoint);
  const placed = [header, ...(run ?? [])].map((one, i) => ({ height: height + i, header: one }));
  const proven = judgeHeaders(placed, seconds).find(
    (one) => one.height === height && one.standing === "main-chain",
  );
  return proven === undefined
    ? { ...open("header_run_missing"), confirmations, seen: header }
    : standing(proven, { isProven: true, confirmations });
}

function standing(
  judged: JudgedHeader,
  { isProven, confirmations }: Pick<SourceVerdict, "isProven" | "confirmations">,
): SourceVerdict {
  const { header, work, successors, checkpointHeight } = judged;
  const accuracySeconds = bitcoinAccuracySeconds(judged);
  const block = {
    header,
    accuracySeconds,
    workBits: workBits(work),
    successors,
    checkpointHeight,
    start: null,
  };
  return { kind: "stands", code: "ok", block, isProven, confirmations, seen: header };
}

function open(code: AttestationVerdictCode): SourceVerdict {
  return { kind: "open", code, block: null, isProven: false, confirmations: null, seen: null };
}

function contradicted(code: AttestationVerdictCode): SourceVerdict {
  return { kind: "contradicted", code, block: null, isProven: false, confirmations: null, seen: null };
}
