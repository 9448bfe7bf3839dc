import { evmChain } from "@svc-proof/shared/chains";

/** Label of a chain in proofs: the name it is known by, else the configured one, else its number. */
export function networkName(chainId: number, configured: string | null): string {
  return evmChain(chainId)?.network ?? configured ?? `EIP-155 chain ${chainId}`;
}
