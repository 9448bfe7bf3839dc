/**
 * Where the chain stands. The next nonce is taken from it, and a nonce that is wrong would hold up every anchor
 * behind it, so it is asked for twice, in two ways.
 */
import { type Chain, ChainUnavailableError } from "../clients/chain/chain.js";

export interface ChainHead {
  readonly number: number;
  /** Transactions of our address in blocks up to the head: its next free nonce. */
  readonly minedNonces: number;
}

/** A head that moves between two questions is looked at again; one that moves every time is no head. */
const MAX_LOOKS = 4;

/**
 * Asks for the head and for the nonce there.
 *
 * @throws ChainUnavailableError when the count at the head's number and the latest one differ.
 */
export async function fetchChainHead(chain: Chain): Promise<ChainHead> {
  let number = await chain.source.fetchHeadNumber();
  for (let look = 0; look < MAX_LOOKS; look++) {
    const minedNonces = await chain.fetchNonce({ blockNumber: number });
    if ((await chain.fetchNonce()) === minedNonces) return { number, minedNonces };
    const next = await chain.source.fetchHeadNumber();
    // The same head, and two counts.
    if (next === number) break;
    number = next;
  }
  throw new ChainUnavailableError("eth_getTransactionCount: got two different counts for the same head");
}
