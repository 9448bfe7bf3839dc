/**
 * Is the chain at the endpoint the one on which we have anchored so far? An endpoint can change hands, a
 * development chain can be begun anew; to go on there would anchor batches twice or in the wrong place.
 */

import { type Chain, ChainUnavailableError } from "../outside/chain/chain.js";
import type { AnchorAttempt, BatchRecord } from "../store/store.js";
import type { ChainHead } from "./chain-head.js";

/** The chain is not the one that the batches belong to. Nothing is anchored until it is again. */
export class ChainReplacedError extends Error {
  override readonly name = "ChainReplacedError";
}

/** More transactions of our address than anyone but us may have made in the meantime. */
const MAX_FOREIGN_NONCES = 1_000;

/**
 * The chain counts far more transactions of our address than we have made. To go on from there would leave a gap
 * that nothing fills, should the endpoint err.
 */
export class ImplausibleNonceError extends Error {
  override readonly name = "ImplausibleNonceError";
}

/** What is known of the chain from before. */
export interface KnownChain {
  /** Batches that are not confirmed, and their attempts. */
  readonly unfinished: readonly {
    readonly batch: BatchRecord;
    readonly attempts: readonly AnchorAttempt[];
  }[];
  /** The highest nonce of our address that any attempt on this chain ever used; null when there was none. */
  readonly highestNonce: number | null;
  /** The batch that was confirmed last on this chain; null when there is none. */
  readonly lastConfirmed: BatchRecord | null;
}

/**
 * Compares the chain with what is known of it.
 *
 * Every nonce below those of the unfinished batches was used by a transaction of a confirmed batch, so a chain that
 * counts fewer has lost what was confirmed.
 *
 * @param head what the endpoint says of it now.
 * @throws ChainReplacedError when it is another chain, or its data were replaced.
 * @throws ChainUnavailableError when it does not have the block of the batch that was confirmed last.
 * @throws ImplausibleNonceError when another program uses our key a lot, or the endpoint errs.
 */
export async function verifyChainIdentity(chain: Chain, head: ChainHead, known: KnownChain): Promise<void> {
  const foreign = known.unfinished.find(({ batch }) => batch.chainId !== chain.chainId);
  if (foreign !== undefined) {
    const { number, chainId } = foreign.batch;
    throw new ChainReplacedError(
      `batch ${number} belongs to chain ${chainId}, the service runs on ${chain.chainId}`,
    );
  }
  const chainId = await chain.source.fetchChainId();
  if (chainId !== chain.chainId) {
    throw new ChainReplacedError(`the endpoint serves chain ${chainId} instead of ${chain.chainId}`);
  }
  const inclusion = known.lastConfirmed?.inclusion;
  const block = inclusion ? await chain.source.fetchBlock(inclusion.blockNumber) : null;
  if (inclusion && block === null) {
    throw new ChainUnavailableError(
      `block ${inclusion.blockNumber}, which is confirmed, is not there: the endpoint lags behind, or the chain was begun anew`,
    );
  }
  if (inclusion && block?.hash !== inclusion.blockHash) {
    throw new ChainReplacedError(
      `block ${inclusion.blockNumber} was ${inclusion.blockHash} when it was confirmed, now ${block?.hash}`,
    );
  }
  const nonces = known.unfinished.flatMap(({ attempts }) =>
    attempts.filter(({ from }) => from === chain.address).map(({ nonce }) => nonce),
  );
  const spent = Math.min(...nonces, known.highestNonce === null ? 0 : known.highestNonce + 1);
  const counted = head.minedNonces;
  if (known.highestNonce !== null && counted > known.highestNonce + 1 + MAX_FOREIGN_NONCES) {
    throw new ImplausibleNonceError(
      `the chain counts ${counted} transactions of ${chain.address}, ${known.highestNonce + 1} are known`,
    );
  }
  if (counted < spent) {
    throw new ChainReplacedError(
      `the chain counts ${counted} transactions of ${chain.address}, ${spent} are known`,
    );
  }
}
