/**
 * Checks the answers of a source before they are used. The types of `EvmSource` hold at compile time only, so a
 * source of the caller may return anything.
 */
import { evmHeadersSince } from "@svc-proof/shared/chains";
import { FormatError } from "@svc-proof/shared/encoding";
import type { WorkBudget } from "@svc-proof/shared/work";
import { parseEvmBlockHeader } from "../evm/block-header.js";
import type { EvmReceipt, EvmTransaction } from "../source/evm-source.js";
import { SourceError } from "../source/source-error.js";
import { isWorkLimit } from "../work/is-work-limit.js";

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
