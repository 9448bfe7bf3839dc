/**
 * The head of the chain. The next nonce is derived from it, and a wrong nonce would block every later anchor, so it is
 * requested twice, in two ways.
 */
import { type Chain, ChainUnavailableError } from "../clients/chain/chain.js";

export interface ChainHead {
  readonly number: number;
  /** Transactions of our address in blocks up to the head: its next free nonce. */
  readonly minedNonces: number;
}

/** If the head moves between two requests, both are repeated, up to this many times. */
const MAX_LOOKS = 4;

/**
 * Requests the head and the nonce there.
 *
 * @throws ChainUnavailableError when the count at the head's number and the latest one differ.
 */
export async function fetchChainHead(chain: Chain): Promise<ChainHead> {
  let number = await chain.source.fetchHeadNumber();
  for (let look = 0; look < MAX_LOOKS; look++) {
    const minedNonces = await chain.fetchNonce({ blockNumber: number });
    if ((await chain.fetchNonce()) === minedNonces) return { number, minedNonces };
    const next = await chain.source.fetchHeadNumber();
    // The head did not move, but the counts differ.
    if (next === number) break;
    number = next;
  }
  throw new ChainUnavailableError("eth_getTransactionCount: got two different counts for the same head");
}
