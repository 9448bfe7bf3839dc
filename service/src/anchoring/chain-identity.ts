/**
 * Checks that the endpoint serves the chain on which we have anchored so far, and counts our transactions plausibly. An
 * endpoint can change hands, and a development chain can be reset.
 */

import type { Chain } from "../clients/chain/chain.js";
import type { ChainHead } from "./chain-head.js";

/** The chain is not the one that the batches belong to. Nothing is anchored until it is back. */
export class ChainReplacedError extends Error {
  override readonly name = "ChainReplacedError";
}

/** More transactions of our address than anyone but us may have made in the meantime. */
const MAX_FOREIGN_NONCES = 100;

/**
 * The chain counts far more transactions of our address than we have made. If the endpoint is wrong, continuing from
 * that count would leave a gap of as many nonces.
 */
export class ImplausibleNonceError extends Error {
  override readonly name = "ImplausibleNonceError";
}

/**
 * @param head the head as the endpoint states it now.
 * @param highestNonce the highest nonce of our address that any attempt on this chain ever used; null when there was none.
 * @throws ChainReplacedError when the endpoint serves another chain.
 * @throws ImplausibleNonceError when another program uses our key a lot, or the endpoint errs.
 */
export async function verifyChainIdentity(
  chain: Chain,
  head: ChainHead,
  highestNonce: number | null,
): Promise<void> {
  const chainId = await chain.source.fetchChainId();
  if (chainId !== chain.chainId) {
    throw new ChainReplacedError(`the endpoint serves chain ${chainId} instead of ${chain.chainId}`);
  }
  const counted = head.minedNonces;
  if (highestNonce !== null && counted > highestNonce + 1 + MAX_FOREIGN_NONCES) {
    throw new ImplausibleNonceError(
      `the chain counts ${counted} transactions of ${chain.address}, ${highestNonce + 1} are known`,
    );
  }
}
