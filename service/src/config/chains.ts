/** Chains of the settings, and test networks. */

import { DEVELOPMENT_CHAIN_ID, evmChain } from "@svc-proof/shared/chains";
import type { AnchorSetting } from "./anchors.js";
import { isLoopback } from "./formats.js";
import { ConfigError, type GivenConfig } from "./parse.js";
import { type Config, SETTINGS } from "./settings.js";

// What is known of a chain by its identifier, before anything is asked of it.

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

/** The chains that the settings name: required of a service, not of the admin command line. */
type ChainConfig = Pick<Config, "anchors" | "rpcUrl" | "chainId" | "anchorKey" | "networkName">;

/** In the order of the settings; empty if there are none. The short form is a list of one. */
export function chainsOf({
  anchors,
  rpcUrl,
  chainId,
  anchorKey,
  networkName,
}: ChainConfig): readonly AnchorSetting[] {
  if (anchors !== null) return anchors;
  if (rpcUrl === null) return [];
  return [
    {
      chainId: chainId!,
      rpcUrls: [rpcUrl],
      key: { kind: "key", key: anchorKey! },
      networkName,
      confirmations: null,
      maxCostWei: null,
      maxFeePerGasWei: null,
      priorityFeePerGasWei: null,
      bumpAfterMs: null,
      raisePermille: null,
      lowBalanceWei: null,
    },
  ];
}

/**
 * @throws ConfigError when there is no chain; when one is known to prove nothing and nobody said that this is a rehearsal; and
 * when a rehearsal has a chain that is not known to prove nothing.
 */
export function expectChains(given: GivenConfig): void {
  const { rpcUrl, anchors, chainId, rehearsal } = SETTINGS;
  const chainIds =
    given.anchors?.map((anchor) => anchor.chainId) ?? (given.chainId === undefined ? [] : [given.chainId]);
  if (chainIds.length === 0) {
    throw new ConfigError([
      `${rpcUrl.name}: expected ${rpcUrl.format.expected}, or chains in ${anchors.name}, got nothing`,
    ]);
  }
  const isRehearsal = (given.rehearsal ?? rehearsal.default) === "on";
  const other = chainIds.find((id) => isForTests(id) !== isRehearsal);
  if (other === undefined) return;
  const { name } = given.anchors === undefined ? chainId : anchors;
  throw new ConfigError([
    isRehearsal
      ? `${rehearsal.name}: expected off because chain ${chainText(other)} is not known as a development or test network, got on`
      : `${name}: expected chains whose proofs count because ${rehearsal.name} is off, got ${chainText(other)}`,
  ]);
}

/** What the verifier page may ask beside this service. Endpoints only in a rehearsal on this machine: elsewhere they are secrets. */
export interface LocalSources {
  /** Endpoint of the development chain; null if it is not on this machine, or its address holds more than host and port. */
  readonly rpcUrl: string | null;
  /** Trust anchors of an authority on this machine, PEM; null if there is none. */
  readonly tsaRootPem: string | null;
  /** Whether anyone may look up proofs by their fingerprint. */
  readonly hasFingerprintLookup: boolean;
}

/** @param readFile gives a file of the settings as text. */
export async function localSourcesOf(
  config: ChainConfig & Pick<Config, "tsaUrl" | "tsaTrust" | "rehearsal" | "fingerprintLookup">,
  readFile: (path: string) => Promise<string>,
): Promise<LocalSources> {
  const [chain] = chainsOf(config).filter(({ chainId }) => chainId === DEVELOPMENT_CHAIN_ID);
  const rpcUrl = chain?.rpcUrls[0];
  const isOpen = config.rehearsal === "on" && rpcUrl !== undefined && isBareLocal(rpcUrl);
  const hasTsa = isOpen && config.tsaUrl !== null && isLoopback(new URL(config.tsaUrl).hostname);
  return {
    rpcUrl: isOpen ? rpcUrl : null,
    tsaRootPem: hasTsa ? (await Promise.all(config.tsaTrust.map(readFile))).join("\n") : null,
    hasFingerprintLookup: config.fingerprintLookup === "on",
  };
}

function isBareLocal(address: string): boolean {
  const { origin, href, hostname } = new URL(address);
  return isLoopback(hostname) && href === `${origin}/`;
}
