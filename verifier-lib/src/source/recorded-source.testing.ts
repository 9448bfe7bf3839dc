/** A source that answers from a chain written down in a test. */
import type { EvmBlock, EvmReceipt, EvmSource, EvmTransaction } from "./evm-source.js";

export interface RecordedChain {
  readonly chainId: number;
  readonly head: number;
  readonly transaction: EvmTransaction | null;
  readonly receipt: EvmReceipt | null;
  readonly block: EvmBlock | null;
}

export function recordedSource(
  name: string,
  chain: RecordedChain,
  askedAs: number = chain.chainId,
): EvmSource {
  return {
    chainId: askedAs,
    name,
    fetchChainId: async () => chain.chainId,
    fetchHeadNumber: async () => chain.head,
    fetchTransaction: async () => chain.transaction,
    fetchReceipt: async () => chain.receipt,
    fetchBlock: async (number) => (chain.block?.number === number ? chain.block : null),
  };
}

/** A source of which every question fails. */
export function brokenSource(name: string, chainId: number, error: unknown): EvmSource {
  const fail = () => Promise.reject(error);
  return {
    chainId,
    name,
    fetchChainId: fail,
    fetchHeadNumber: fail,
    fetchTransaction: fail,
    fetchReceipt: fail,
    fetchBlock: fail,
  };
}
