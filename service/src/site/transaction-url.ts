import { evmChain } from "@svc-proof/shared/chains";
import type { Addresses } from "./addresses.js";

/**
 * Where people can look at an anchor transaction: the chain's public explorer, or, for a chain that has none or
 * is not known, the service's own page that explains how to query the chain.
 */
export function transactionUrl(addresses: Addresses, chainId: number, txHash: string): string {
  const explorer = evmChain(chainId)?.explorerTransactionUrl;
  return explorer ? `${explorer}${txHash}` : `${addresses.siteUrl}/transaction/${chainId}/${txHash}`;
}
