/** What is known of a chain by its identifier, before anything is asked of it. */
import { evmChain } from "@svc-proof/shared/chains";

/** A chain for people: its number, and its name where svc-proof knows one. */
export function chainText(chainId: number): string {
  const known = evmChain(chainId);
  return known === undefined ? `${chainId}` : `${chainId} (${known.network})`;
}

/** Test networks that the table of chains does not have, by ethereum-lists/chains, and geth's development network. */
const OTHER_TESTNETS: ReadonlySet<number> = new Set([
  ...[3, 4, 5, 42, 17_000, 560_048], // Ropsten, Rinkeby, Goerli, Kovan, Holesky, Hoodi
  ...[69, 420, 11_155_420], // Optimism's Kovan, Goerli, Sepolia
  ...[421_611, 421_613, 421_614], // Arbitrum's Rinkeby, Goerli, Sepolia
  ...[80_001, 84_531, 10_200, 97, 43_113], // Mumbai, Base Goerli, Chiado, BNB Smart Chain, Fuji
  ...[300, 59_141, 534_351, 1_337], // ZKsync, Linea and Scroll Sepolia, geth --dev
]);

/** Whether a chain is known to prove nothing. */
export function isForTests(chainId: number): boolean {
  const kind = evmChain(chainId)?.kind;
  return kind === "testnet" || kind === "development" || OTHER_TESTNETS.has(chainId);
}
