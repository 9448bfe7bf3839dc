/**
 * What one source says of one anchor. Every answer is compared with every other of the same source: a node in the
 * middle of a reorganisation, or a balancer in front of nodes that differ, contradicts itself.
 */

import type { PortableAnchor } from "@svc-proof/shared/proof";
import { payloadCalldata } from "@svc-proof/shared/text";
import type { AnchorVerdictCode } from "../report/codes.js";
import type { EvmSource, EvmSourceRequest } from "../source/evm-source.js";
import { SourceError } from "../source/source-error.js";
import { unlessAborted } from "../source/unless-aborted.js";

/** The block in which a source found the anchor. */
export interface AnchorBlock {
  readonly number: number;
  readonly hash: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly timestamp: number;
  /** Blocks from this one to the head, both counted. */
  readonly confirmations: number;
}

/**
 * `stands`: the anchor is there as stated. `contradicted`: the source has the chain and the anchor is not there
 * as stated. `open`: the source cannot tell.
 */
export type AnchorVerdict =
  | { readonly kind: "stands"; readonly code: "ok"; readonly block: AnchorBlock }
  | {
      readonly kind: "contradicted" | "open";
      readonly code: Exclude<AnchorVerdictCode, "ok">;
      readonly block: AnchorBlock | null;
    };

/** What a question about an anchor is about, and what counts as settled. */
export interface AnchorQuestion {
  readonly anchor: PortableAnchor;
  /** The payload that the Merkle root demands. */
  readonly payload: string;
  readonly minConfirmations: number;
  /** The verifier's clock: a block from after it has not happened. */
  readonly now: Date;
}

/** How far a block's time may stand after the verifier's clock, which may be wrong: two hours, as Bitcoin has it. */
const MAX_AHEAD_SECONDS = 7200;

/** The first block of Ethereum, 2015-07-30: no EVM chain is older. */
const EARLIEST_TIMESTAMP = 1_438_269_973;

/** Asks one source. Rejects only when `request.signal` aborts. */
export async function askSource(
  source: EvmSource,
  question: AnchorQuestion,
  request: EvmSourceRequest,
): Promise<AnchorVerdict> {
  try {
    // A source of a caller's own may not heed the signal.
    return await unlessAborted(judge(source, question, request), request.signal);
  } catch (error) {
    request.signal?.throwIfAborted();
    // A source passed in by a caller may throw anything; that is its failure, not the proof's.
    return open(error instanceof SourceError ? error.code : "source_error");
  }
}

async function judge(
  source: EvmSource,
  question: AnchorQuestion,
  request: EvmSourceRequest,
): Promise<AnchorVerdict> {
  const { anchor, payload, minConfirmations, now } = question;
  const [chainId, transaction] = await Promise.all([
    source.fetchChainId(request),
    source.fetchTransaction(anchor.tx_hash, request),
  ]);
  if (chainId !== anchor.chain_id) return open("source_wrong_chain");
  if (transaction === null) return judgeMissing(source, question, request);
  if (transaction.hash !== anchor.tx_hash) return open("source_invalid_answer");
  if (transaction.input !== payloadCalldata(payload)) return contradicted("transaction_input_mismatch");
  if (transaction.blockNumber === null || transaction.blockHash === null) return open("transaction_pending");

  const [receipt, block] = await Promise.all([
    source.fetchReceipt(anchor.tx_hash, request),
    source.fetchBlock(transaction.blockNumber, request),
  ]);
  if (receipt === null) return open("receipt_missing");
  if (block === null) return open("block_unknown_to_source");
  // Asked after the block, so that a head below it is a contradiction and not a race.
  const head = await source.fetchHeadNumber(request);
  if (![block.number, block.timestamp, head].every(isCount)) return open("source_invalid_answer");
  const isConsistent =
    receipt.transactionHash === anchor.tx_hash &&
    receipt.blockNumber === transaction.blockNumber &&
    receipt.blockHash === transaction.blockHash &&
    block.number === transaction.blockNumber &&
    block.hash === transaction.blockHash &&
    block.transactionHashes.includes(anchor.tx_hash) &&
    head >= block.number;
  if (!isConsistent) return open("source_inconsistent");

  const { number, hash, timestamp } = block;
  const isPlausible =
    timestamp >= EARLIEST_TIMESTAMP && timestamp <= now.getTime() / 1000 + MAX_AHEAD_SECONDS;
  if (!isPlausible) return open("block_time_implausible");
  const found: AnchorBlock = { number, hash, timestamp, confirmations: head - number + 1 };
  // A block that is not settled says neither yes nor no.
  if (found.confirmations < minConfirmations) return open("too_few_confirmations", found);
  if (receipt.status === "reverted") return contradicted("transaction_reverted", found);
  if (number !== anchor.block_number) return contradicted("block_number_mismatch", found);
  if (receipt.status !== "success") return open("receipt_without_status", found);
  return { kind: "stands", code: "ok", block: found };
}

/**
 * A source without the transaction may simply not index old ones (nodes keep a year by default), so only the
 * block itself can say that the transaction is not there.
 */
async function judgeMissing(
  source: EvmSource,
  { anchor, minConfirmations }: AnchorQuestion,
  request: EvmSourceRequest,
): Promise<AnchorVerdict> {
  const block = await source.fetchBlock(anchor.block_number, request);
  if (block === null || block.number !== anchor.block_number) return open("block_unknown_to_source");
  if (block.transactionHashes.includes(anchor.tx_hash)) return open("transaction_not_indexed");
  const head = await source.fetchHeadNumber(request);
  if (!isCount(head) || head < block.number) return open("source_inconsistent");
  return head - block.number + 1 < minConfirmations
    ? open("too_few_confirmations")
    : contradicted("transaction_not_found");
}

/** Sources of a caller's own are types at compile time only. */
function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function open(code: Exclude<AnchorVerdictCode, "ok">, block: AnchorBlock | null = null): AnchorVerdict {
  return { kind: "open", code, block };
}

function contradicted(
  code: Exclude<AnchorVerdictCode, "ok">,
  block: AnchorBlock | null = null,
): AnchorVerdict {
  return { kind: "contradicted", code, block };
}
