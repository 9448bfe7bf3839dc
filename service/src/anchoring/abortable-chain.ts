/**
 * A chain whose methods stop waiting when a signal aborts, so that jobs stop at once in the middle of a slow answer. Abandoning a broadcast is safe: its attempt was recorded before.
 */
import type { EvmSource } from "@svc-proof/verifier-lib/source";
import type { Chain } from "../clients/chain/chain.js";
import { untilAborted } from "../jobs/until-aborted.js";

/** The same chain; each method rejects with the signal's reason as soon as it aborts. */
export function abortableChain(chain: Chain, signal: AbortSignal): Chain {
  const until = <Answer>(ask: () => Promise<Answer>) => untilAborted(ask, signal);
  const { source } = chain;
  const abortableSource: EvmSource = {
    chainId: source.chainId,
    name: source.name,
    fetchChainId: () => until(() => source.fetchChainId({ signal })),
    fetchHeadNumber: () => until(() => source.fetchHeadNumber({ signal })),
    fetchTransaction: (hash) => until(() => source.fetchTransaction(hash, { signal })),
    fetchReceipt: (hash) => until(() => source.fetchReceipt(hash, { signal })),
    fetchBlock: (number) => until(() => source.fetchBlock(number, { signal })),
  };
  return {
    chainId: chain.chainId,
    network: chain.network,
    address: chain.address,
    source: abortableSource,
    fetchNonce: (of) => until(() => chain.fetchNonce(of)),
    fetchNonceUser: (of) => until(() => chain.fetchNonceUser(of)),
    fetchWholeBlock: (hash) => until(() => chain.fetchWholeBlock(hash)),
    fetchRawTransaction: (hash) => until(() => chain.fetchRawTransaction(hash)),
    fetchBalance: () => until(() => chain.fetchBalance()),
    estimateFees: () => until(() => chain.estimateFees()),
    sign: (anchor) => until(() => chain.sign(anchor)),
    broadcast: (raw) => until(() => chain.broadcast(raw)),
  };
}
