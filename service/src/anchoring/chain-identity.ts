/**
 * Checks that the endpoint serves the chain on which we have anchored so far. An endpoint can change hands, and a
 * development chain can be reset; to continue there would anchor batches twice or in the wrong place.
 */

import { type Chain, ChainUnavailableError } from "../clients/chain/chain.js";
import type { BatchRecord } from "../store/store.js";
import type { ChainHead } from "./chain-head.js";

/** The chain is not the one that the batches belong to. Nothing is anchored until it is back. */
export class ChainReplacedError extends Error {
  override readonly name = "ChainReplacedError";
}

/** More transactions of our address than anyone but us may have made in the meantime. */
const MAX_FOREIGN_NONCES = 1_000;

/**
 * The chain counts far more transactions of our address than we have made. If the endpoint is wrong, continuing from
 * that count would leave a gap that nothing fills.
 */
export class ImplausibleNonceError extends Error {
  override readonly name = "ImplausibleNonceError";
}

/** What we know of the chain from earlier rounds. */
export interface KnownChain {
  /** The batch that was confirmed last on this chain; null when there is none. */
  readonly lastConfirmed: BatchRecord | null;
  /** The highest nonce of our address that any attempt on this chain ever used; null when there was none. */
  readonly highestNonce: number | null;
  /** The lowest of those of batches that are not confirmed; null when there is none. */
  readonly lowestUnfinishedNonce: number | null;
}

/**
 * Compares the chain with what we know of it.
 *
 * Every nonce below those of the unfinished batches was used by a transaction of a confirmed batch, so a chain that
 * counts fewer has lost what was confirmed.
 *
 * @param head the head as the endpoint states it now.
 * @throws ChainReplacedError when it is another chain, or its data were replaced.
 * @throws ChainUnavailableError when it does not have the block of the batch that was confirmed last.
 * @throws ImplausibleNonceError when another program uses our key a lot, or the endpoint errs.
 */
export async function verifyChainIdentity(chain: Chain, head: ChainHead, known: KnownChain): Promise<void> {
  const chainId = await chain.source.fetchChainId();
  if (chainId !== chain.chainId) {
    throw new ChainReplacedError(`the endpoint serves chain ${chainId} instead of ${chain.chainId}`);
  }
  const inclusion = known.lastConfirmed?.inclusion;
  const block = inclusion ? await chain.source.fetchBlock(inclusion.blockNumber) : null;
  if (inclusion && block === null) {
    throw new ChainUnavailableError(
      `block ${inclusion.blockNumber}, which was confirmed, is missing: the endpoint lags behind, or the chain was reset`,
    );
  }
  if (inclusion && block?.hash !== inclusion.blockHash) {
    throw new ChainReplacedError(
      `block ${inclusion.blockNumber} was ${inclusion.blockHash} when it was confirmed, now ${block?.hash}`,
    );
  }
  const { highestNonce, lowestUnfinishedNonce } = known;
  const counted = head.minedNonces;
  if (highestNonce !== null && counted > highestNonce + 1 + MAX_FOREIGN_NONCES) {
    throw new ImplausibleNonceError(
      `the chain counts ${counted} transactions of ${chain.address}, ${highestNonce + 1} are known`,
    );
  }
  const spent = lowestUnfinishedNonce ?? (highestNonce === null ? 0 : highestNonce + 1);
  if (counted < spent) {
    throw new ChainReplacedError(
      `the chain counts ${counted} transactions of ${chain.address}, ${spent} are known`,
    );
  }
}
