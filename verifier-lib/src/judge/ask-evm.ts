/** One source about one anchor. */

import { type EvmFinality, evmHeadersSince } from "@svc-proof/shared/chains";
import { FormatError } from "@svc-proof/shared/encoding";
import type { PortableAnchor } from "@svc-proof/shared/proof";
import type { WorkBudget } from "@svc-proof/shared/work";
import { parseEvmBlockHeader } from "../evm/block-header.js";
import type { AnchorVerdictCode } from "../report/codes.js";
import { askInTime, SourceError, type SourceErrorCode, sourceErrorCode } from "../source/bounded-fetch.js";
import type { EvmReceipt, EvmSource, EvmSourceRequest, EvmTransaction } from "../source/evm.js";
import { isWorkLimit } from "../work/work.js";
import { isPlausibleTime } from "./witness.js";
import type { HoldingWitness } from "./witnesses.js";

// Checks the answers of a source before they are used. The types of `EvmSource` hold at compile time only, so a
// source of the caller may return anything.

/** A block with its number and time. */
export interface ReadBlock {
  readonly number: number;
  readonly hash: string;
  readonly timestamp: number;
  readonly transactionHashes: readonly string[];
  /** Whether number and time come from a header that hashes to `hash`; else the source only states them. */
  readonly isHeaderBound: boolean;
  /** Whether the block was made after the merge, according to the header: EIP-3675. */
  readonly isPostMerge: boolean;
}

const HASH = /^0x[0-9a-f]{64}$/;

/** @throws SourceError `source_invalid_answer`, as all functions here. */
export function readCount(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw invalid("a count");
  return value as number;
}

export function readTransaction(answer: unknown, expectedHash: string): EvmTransaction | null {
  if (answer === null) return null;
  const { hash, input, blockNumber, blockHash } = record(answer);
  if (hash !== expectedHash || typeof input !== "string" || !input.startsWith("0x")) {
    throw invalid("a transaction");
  }
  if (blockNumber === null || blockHash === null) return { hash, input, blockNumber: null, blockHash: null };
  return { hash, input, blockNumber: readCount(blockNumber), blockHash: readHash(blockHash) };
}

export function readReceipt(answer: unknown): EvmReceipt | null {
  if (answer === null) return null;
  const { transactionHash, status, blockNumber, blockHash } = record(answer);
  return {
    transactionHash: readHash(transactionHash),
    status: status === "success" || status === "reverted" ? status : "unknown",
    blockNumber: readCount(blockNumber),
    blockHash: readHash(blockHash),
  };
}

/**
 * Reads a block. Its number and time must match the header that hashes to its hash.
 *
 * @param chainId its rules tell whether there must be such a header.
 * @param work spent by the header.
 * @throws FormatError `work_limit_exceeded`.
 */
export function readBlock(answer: unknown, chainId: number, work: WorkBudget): ReadBlock | null {
  if (answer === null) return null;
  const { number, hash, timestamp, transactionHashes, header } = record(answer);
  if (!Array.isArray(transactionHashes)) throw invalid("a block");
  const stated = {
    number: readCount(number),
    hash: readHash(hash),
    timestamp: readCount(timestamp),
    transactionHashes,
  };
  const since = evmHeadersSince(chainId);
  if (!(header instanceof Uint8Array)) {
    if (since !== null && stated.number >= since) throw invalid("a block whose header has its hash");
    return { ...stated, isHeaderBound: false, isPostMerge: false };
  }
  const bound = parseHeader(header, work);
  const isSame =
    bound.hash === stated.hash && bound.number === stated.number && bound.timestamp === stated.timestamp;
  if (!isSame) throw invalid("a block whose header has its hash, number and time");
  return { ...stated, isHeaderBound: true, isPostMerge: bound.isPostMerge };
}

function parseHeader(bytes: Uint8Array, work: WorkBudget): ReturnType<typeof parseEvmBlockHeader> {
  try {
    return parseEvmBlockHeader(bytes, { work });
  } catch (error) {
    if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
    throw invalid("a header", error);
  }
}

function readHash(value: unknown): string {
  if (typeof value !== "string" || !HASH.test(value)) throw invalid("a hash");
  return value;
}

function record(answer: unknown): Readonly<Record<string, unknown>> {
  if (typeof answer !== "object" || answer === null) throw invalid("an object");
  return answer as Readonly<Record<string, unknown>>;
}

function invalid(expected: string, cause?: unknown): SourceError {
  return new SourceError("source_invalid_answer", `the source did not answer with ${expected}`, cause);
}

// Asks one source about one anchor, and compares its answers with each other. A node during a reorganisation, or a
// load balancer in front of different nodes, can contradict itself.

/** The block in which a source found the anchor. */
export interface AnchorBlock {
  readonly number: number;
  /** `0x` and 64 digits of lower-case hexadecimal. */
  readonly hash: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly timestamp: number;
  /** Blocks from this one to the head, both included. */
  readonly confirmations: number;
  /** Whether number and time come from a header that hashes to `hash`; else the source only states them. */
  readonly isHeaderBound: boolean;
  /** Whether that header is of a block since Ethereum's merge to proof of stake. */
  readonly isPostMerge: boolean;
}

/** The block in which a source saw the transaction. */
export interface SeenBlock {
  readonly number: number;
  readonly hash: string;
  /** Null if the source did not return the block. */
  readonly timestamp: number | null;
}

/**
 * `stands`: the anchor is there as stated. `contradicted`: the source has the chain and the anchor is not there
 * as stated. `open`: the source cannot tell.
 */
export type AnchorVerdict = {
  /** Null if the source did not find the transaction in a block. */
  readonly seen: SeenBlock | null;
} & Judged;

type Judged =
  | { readonly kind: "stands"; readonly code: "ok"; readonly block: AnchorBlock }
  | {
      readonly kind: "contradicted" | "open";
      readonly code: Exclude<AnchorVerdictCode, "ok">;
      readonly block: AnchorBlock | null;
    };

/** A question about an anchor. */
export interface AnchorQuestion {
  readonly anchor: PortableAnchor;
  /** The payload of the Merkle root, as calldata: `0x` and lower-case hexadecimal. */
  readonly calldata: string;
  /** Witnesses that hold of the anchor's transaction. With one, only the hash of the block is asked for. */
  readonly witnesses: readonly HoldingWitness[];
  readonly finality: EvmFinality;
  /** The verifier's clock. Later blocks are implausible. */
  readonly now: Date;
  /** Spent by the headers of blocks. */
  readonly work: WorkBudget;
}

/**
 * Asks one source.
 *
 * @throws what aborted `signal`; FormatError `work_limit_exceeded`.
 */
export async function askSource(
  source: EvmSource,
  question: AnchorQuestion,
  signal: AbortSignal | undefined,
): Promise<AnchorVerdict> {
  const judge = new Judge(source, question, signal);
  let judged: Judged;
  try {
    judged = await judge.judge();
  } catch (error) {
    signal?.throwIfAborted();
    if (isWorkLimit(error)) throw error;
    // A source of the caller may throw anything. That is an error of the source, not of the proof.
    judged = open(sourceErrorCode(error));
  }
  return { ...judged, seen: judge.seen };
}

class Judge {
  readonly #source: EvmSource;
  readonly #question: AnchorQuestion;
  readonly #signal: AbortSignal | undefined;
  /** Kept even if the source fails later. */
  seen: SeenBlock | null = null;

  constructor(source: EvmSource, question: AnchorQuestion, signal: AbortSignal | undefined) {
    this.#source = source;
    this.#question = question;
    this.#signal = signal;
  }

  async judge(): Promise<Judged> {
    const { witnesses } = this.#question;
    const [first] = witnesses;
    if (first === undefined) return this.#judgeTransaction();
    const { number } = first.transaction.block;
    if (witnesses.some(({ isFound }) => !isFound)) return this.#judgeWitnessed(number);
    // Witnesses that were merely found may spare questions, and answer none that they do not settle.
    try {
      const judged = await this.#judgeWitnessed(number);
      if (judged.kind === "stands") return judged;
    } catch (error) {
      if (isWorkLimit(error)) throw error;
      this.#signal?.throwIfAborted();
    }
    this.seen = null;
    return this.#judgeTransaction();
  }

  /** Only the hash of the block is compared: what is in the block follows from it. */
  async #judgeWitnessed(witnessed: number): Promise<Judged> {
    const { anchor, witnesses } = this.#question;
    const [servedChainId, block] = await Promise.all([
      this.#ask((source, request) => source.fetchChainId(request)),
      this.#fetchBlock(witnessed),
    ]);
    if (readCount(servedChainId) !== anchor.chain_id) return open("source_wrong_chain");
    if (block === null) return open("block_unknown_to_source");
    if (block.number !== witnessed) return open("source_inconsistent");
    const same = witnesses.find(({ transaction }) => transaction.block.hash === block.hash);
    const isSame = same !== undefined;
    const { number, timestamp, isPostMerge } = (same ?? witnesses[0]!).transaction.block;
    this.seen = { number, hash: block.hash, timestamp: block.timestamp };
    const settlement = await this.#settlementOf(number);
    if (settlement === null) return open("finality_unknown");
    const { confirmations, unsettled, isPossible } = settlement;
    if (!isPossible) return open("source_inconsistent");
    if (!isSame) return unsettled === null ? contradicted("block_off_chain") : open(unsettled);
    if (!this.#isPlausible(timestamp)) return open("block_time_implausible");
    const at = { number, hash: block.hash, timestamp, confirmations, isHeaderBound: true, isPostMerge };
    return unsettled === null ? { kind: "stands", code: "ok", block: at } : open(unsettled, at);
  }

  #isPlausible(timestamp: number): boolean {
    return isPlausibleTime(timestamp, this.#question.now);
  }

  async #judgeTransaction(): Promise<Judged> {
    const { anchor, calldata } = this.#question;
    const { chain_id: chainId, tx_hash: hash } = anchor;
    const [servedChainId, transaction] = await Promise.all([
      this.#ask((source, request) => source.fetchChainId(request)),
      this.#ask((source, request) => source.fetchTransaction(hash, request)),
    ]);
    if (readCount(servedChainId) !== chainId) return open("source_wrong_chain");
    const found = readTransaction(transaction, hash);
    if (found === null) return this.#judgeMissing();
    const { blockNumber, blockHash } = found;
    if (blockNumber !== null && blockHash !== null) {
      this.seen = { number: blockNumber, hash: blockHash, timestamp: null };
    }
    if (found.input !== calldata) return contradicted("transaction_input_mismatch");
    if (blockNumber === null) return open("transaction_pending");

    // The block first: it is kept even if there is no receipt.
    const [block, receiptAnswer] = await Promise.all([
      this.#fetchBlock(blockNumber),
      this.#ask((source, request) => source.fetchReceipt(hash, request)),
    ]);
    const receipt = readReceipt(receiptAnswer);
    if (receipt === null) return open("receipt_missing");
    if (block === null) return open("block_unknown_to_source");
    const settlement = await this.#settlementOf(block.number);
    if (settlement === null) return open("finality_unknown");
    const isConsistent =
      receipt.transactionHash === hash &&
      receipt.blockNumber === blockNumber &&
      receipt.blockHash === blockHash &&
      block.number === blockNumber &&
      block.hash === blockHash &&
      block.transactionHashes.includes(hash) &&
      settlement.isPossible;
    if (!isConsistent) return open("source_inconsistent");

    const { number, timestamp, isHeaderBound, isPostMerge } = block;
    this.seen = { number, hash: block.hash, timestamp };
    if (!this.#isPlausible(timestamp)) return open("block_time_implausible");
    const { confirmations, unsettled } = settlement;
    const at = { number, hash: block.hash, timestamp, confirmations, isHeaderBound, isPostMerge };
    // A block that is not final proves nothing yet.
    if (unsettled !== null) return open(unsettled, at);
    if (receipt.status === "reverted") return contradicted("transaction_reverted", at);
    if (number !== anchor.block_number) return contradicted("block_number_mismatch", at);
    if (receipt.status !== "success") return open("receipt_without_status", at);
    return { kind: "stands", code: "ok", block: at };
  }

  /**
   * A source without the transaction may simply not index old ones (nodes keep a year by default), so only the
   * block itself can say that the transaction is not there.
   */
  async #judgeMissing(): Promise<Judged> {
    const { tx_hash: hash, block_number: number } = this.#question.anchor;
    const block = await this.#fetchBlock(number);
    if (block === null || block.number !== number) return open("block_unknown_to_source");
    if (block.transactionHashes.includes(hash)) {
      this.seen = { number, hash: block.hash, timestamp: block.timestamp };
      return open("transaction_not_indexed");
    }
    const settlement = await this.#settlementOf(number);
    if (settlement === null) return open("finality_unknown");
    if (!settlement.isPossible) return open("source_inconsistent");
    return settlement.unsettled === null ? contradicted("transaction_not_found") : open(settlement.unsettled);
  }

  /** How final a block is; null if the source does not know. */
  async #settlementOf(number: number): Promise<Settlement | null> {
    const { finality } = this.#question;
    const final = finality.kind === "finalized" ? await this.#fetchFinalizedNumber() : null;
    if (finality.kind === "finalized" && final === null) return null;
    // Asked last, so that a head below the block, or below what is final, is a contradiction and not a race.
    const head = readCount(await this.#ask((source, request) => source.fetchHeadNumber(request)));
    const confirmations = head - number + 1;
    return {
      confirmations,
      isPossible: head >= number && (final === null || head >= final),
      unsettled: unsettledCode(finality, number, confirmations, final),
    };
  }

  async #fetchFinalizedNumber(): Promise<number | null> {
    const final = await this.#ask((source, request) => source.fetchFinalizedNumber?.(request) ?? null);
    return final === null ? null : readCount(final);
  }

  async #fetchBlock(number: number): Promise<ReadBlock | null> {
    const answer = await this.#ask((source, request) => source.fetchBlock(number, request));
    return readBlock(answer, this.#question.anchor.chain_id, this.#question.work);
  }

  #ask(ask: (source: EvmSource, request: EvmSourceRequest) => unknown): Promise<unknown> {
    return askInTime(this.#source.timeoutMs, this.#signal, (signal) => ask(this.#source, { signal }));
  }
}

interface Settlement {
  readonly confirmations: number;
  /** Whether the numbers are consistent: the head cannot be below a block of the chain. */
  readonly isPossible: boolean;
  /** Why the block is not final; null if it is. */
  readonly unsettled: "too_few_confirmations" | "block_not_final" | null;
}

function unsettledCode(
  finality: EvmFinality,
  number: number,
  confirmations: number,
  final: number | null,
): Settlement["unsettled"] {
  if (finality.kind === "confirmations") {
    return confirmations < finality.count ? "too_few_confirmations" : null;
  }
  return final === null || number > final ? "block_not_final" : null;
}

function open(
  code: Exclude<AnchorVerdictCode, "ok"> | SourceErrorCode,
  block: AnchorBlock | null = null,
): Judged {
  return { kind: "open", code, block };
}

function contradicted(code: Exclude<AnchorVerdictCode, "ok">, block: AnchorBlock | null = null): Judged {
  return { kind: "contradicted", code, block };
}
