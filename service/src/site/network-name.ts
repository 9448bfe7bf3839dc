import { evmChain } from "@svc-proof/shared/chains";

/** Label of a chain in proofs: the known name, otherwise the configured one, otherwise its number. */
export function networkName(chainId: number, configured: string | null): string {
  return evmChain(chainId)?.network ?? configured ?? `EIP-155 chain ${chainId}`;
}
