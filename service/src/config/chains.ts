/** The chains that the settings name: required of a service, not of the admin command line. */
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import type { AnchorSetting } from "./anchor-settings.js";
import { type Config, SETTINGS } from "./config.js";
import { isLoopback } from "./format.js";
import { chainText, isForTests } from "./known-chains.js";
import { ConfigError, type GivenConfig } from "./parse-config.js";

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

/** What anybody may ask in a rehearsal on this machine. Elsewhere endpoints are secrets. */
export interface LocalSources {
  /** Endpoint of the development chain; null if it is not on this machine, or its address holds more than host and port. */
  readonly rpcUrl: string | null;
  /** Trust anchors of an authority on this machine, PEM; null if there is none. */
  readonly tsaRootPem: string | null;
}

/** @param readFile gives a file of the settings as text. */
export async function localSourcesOf(
  config: ChainConfig & Pick<Config, "tsaUrl" | "tsaTrust" | "rehearsal">,
  readFile: (path: string) => Promise<string>,
): Promise<LocalSources> {
  const [chain] = chainsOf(config).filter(({ chainId }) => chainId === DEVELOPMENT_CHAIN_ID);
  const rpcUrl = chain?.rpcUrls[0];
  const isOpen = config.rehearsal === "on" && rpcUrl !== undefined && isBareLocal(rpcUrl);
  const hasTsa = isOpen && config.tsaUrl !== null && isLoopback(new URL(config.tsaUrl).hostname);
  return {
    rpcUrl: isOpen ? rpcUrl : null,
    tsaRootPem: hasTsa ? (await Promise.all(config.tsaTrust.map(readFile))).join("\n") : null,
  };
}

function isBareLocal(address: string): boolean {
  const { origin, href, hostname } = new URL(address);
  return isLoopback(hostname) && href === `${origin}/`;
}
