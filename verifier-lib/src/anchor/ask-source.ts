/**
 * What one source says of one anchor. Every answer is compared with every other of the same source: a node in the
 * middle of a reorganisation, or a balancer in front of nodes that differ, contradicts itself.
 */

import type { PortableAnchor } from "@svc-proof/shared/proof";
import { payloadCalldata } from "@svc-proof/shared/text";
import type { AnchorVerdictCode } from "../report/codes.js";
import { type EvmSource, type EvmSourceRequest, SourceError } from "../source/evm-source.js";

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

/**
 * Asks one source. Rejects only when `request.signal` aborts.
 *
 * @param payload the payload that the Merkle root demands.
 */
export async function askSource(
  source: EvmSource,
  anchor: PortableAnchor,
  payload: string,
  minConfirmations: number,
  request: EvmSourceRequest,
): Promise<AnchorVerdict> {
  try {
    return await judge(source, anchor, payload, minConfirmations, request);
  } catch (error) {
    if (request.signal?.aborted) throw request.signal.reason;
    // A source passed in by a caller may throw anything; that is its failure, not the proof's.
    return open(error instanceof SourceError ? error.code : "source_error");
  }
}

async function judge(
  source: EvmSource,
  anchor: PortableAnchor,
  payload: string,
  minConfirmations: number,
  request: EvmSourceRequest,
): Promise<AnchorVerdict> {
  const [chainId, transaction] = await Promise.all([
    source.fetchChainId(request),
    source.fetchTransaction(anchor.tx_hash, request),
  ]);
  if (chainId !== anchor.chain_id) return open("source_wrong_chain");
  if (transaction === null) return judgeMissing(source, anchor, request);
  if (transaction.hash !== anchor.tx_hash) return open("source_invalid_answer");
  if (transaction.input !== payloadCalldata(payload)) return contradicted("transaction_input_mismatch");
  if (transaction.blockNumber === null || transaction.blockHash === null) return open("transaction_pending");

  const [receipt, block] = await Promise.all([
    source.fetchReceipt(anchor.tx_hash, request),
    source.fetchBlock(transaction.blockNumber, request),
  ]);
  if (receipt === null) return open("receipt_missing");
  if (block === null) return open("block_unknown_to_source");
  const consistent =
    receipt.blockNumber === transaction.blockNumber &&
    receipt.blockHash === transaction.blockHash &&
    block.number === transaction.blockNumber &&
    block.hash === transaction.blockHash &&
    block.transactionHashes.includes(anchor.tx_hash);
  // Asked after the block, so that a head below it is a contradiction and not a race.
  const head = await source.fetchHeadNumber(request);
  if (!consistent || head < block.number) return open("source_inconsistent");

  const found: AnchorBlock = {
    number: block.number,
    hash: block.hash,
    timestamp: block.timestamp,
    confirmations: head - block.number + 1,
  };
  if (receipt.status === "reverted") return contradicted("transaction_reverted", found);
  if (block.number !== anchor.block_number) return contradicted("block_number_mismatch", found);
  if (receipt.status === "unknown") return open("receipt_without_status", found);
  if (found.confirmations < minConfirmations) return open("too_few_confirmations", found);
  return { kind: "stands", code: "ok", block: found };
}

/**
 * A source without the transaction may simply not index old ones (nodes keep a year by default), so only the
 * block itself can say that the transaction is not there.
 */
async function judgeMissing(
  source: EvmSource,
  anchor: PortableAnchor,
  request: EvmSourceRequest,
): Promise<AnchorVerdict> {
  const block = await source.fetchBlock(anchor.block_number, request);
  if (block === null || block.number !== anchor.block_number) return open("block_unknown_to_source");
  return block.transactionHashes.includes(anchor.tx_hash)
    ? open("transaction_not_indexed")
    : contradicted("transaction_not_found");
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
