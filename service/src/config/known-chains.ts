/** What is known of a chain by its identifier, before anything is asked of it. */
import { evmChain } from "@svc-proof/shared/chains";

/** A chain for people: its number, and its name where svc-proof knows one. */
export function chainText(chainId: number): string {
  const known = evmChain(chainId);
  return known === undefined ? `${chainId}` : `${chainId} (${known.network})`;
}

/** Whether a chain is known to prove nothing. */
export function isForTests(chainId: number): boolean {
  const kind = evmChain(chainId)?.kind;
  return kind === "testnet" || kind === "development";
}
